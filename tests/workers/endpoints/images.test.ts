import { env } from "cloudflare:workers";
import { afterEach, expect, it } from "vitest";
import { placeholderKeys, placeholdersFor } from "#app/lib/placeholders.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { productWith } from "../../support/bindings/faulty.ts";
import { origin, visitor } from "../../support/visitor.ts";

const versions = placeholderKeys.flatMap((key) => [`${key}/320.webp`, `${key}/640.webp`]);
const fillBucket = (keys: string[]) => Promise.all(keys.map((key) => env.BUCKET.put(key, key)));
/** The placeholders that the worker remembers, and that they are missing. */
const forgetPlaceholders = async () => {
  const cache = await caches.open("pictures");
  await Promise.all(versions.map((name) => cache.delete(`${origin}/-/placeholders/${name}`)));
};
afterEach(async () => {
  await env.BUCKET.delete([...versions, "kept/640.webp"]);
  await forgetPlaceholders();
});

const open = async (path: string, init?: RequestInit) => {
  const answer = await visitor.signedOut().fetch(path, init);
  return {
    status: answer.status,
    type: answer.headers.get("Content-Type"),
    cache: answer.headers.get("Cache-Control"),
    vary: answer.headers.get("Vary"),
    text: new TextDecoder().decode(await answer.arrayBuffer()),
  };
};

it("A missing picture is replaced by the placeholder chosen by its key, cached briefly", async () => {
  await fillBucket(versions);
  const [first] = placeholdersFor("lost-cover");
  expect(await open("/images/lost-cover?w=320&l=M")).toEqual({
    status: 200,
    type: "image/webp",
    cache: "public, max-age=300",
    vary: "Accept",
    text: `${first}/320.webp`,
  });
  expect((await open("/images/lost-cover?w=960&l=M")).text).toBe(`${first}/640.webp`);
});

it("A missing placeholder is replaced by the next one of the list", async () => {
  const list = placeholdersFor("lost-cover");
  await fillBucket([`${list[2]}/320.webp`]);
  expect((await open("/images/lost-cover?w=320&l=M")).text).toBe(`${list[2]}/320.webp`);
});

it("Without placeholders the first letter of the title is drawn, in the brand's colours and typeface", async () => {
  const answer = await open("/images/lost-cover?w=320&l=M");
  expect(answer).toMatchObject({ status: 200, type: "image/svg+xml", cache: "public, max-age=300" });
  expect(answer.text).toMatch(/<rect [^>]*fill="#[0-9a-f]{6}"\/><text [^>]*serif[^>]*>M<\/text>/);
  expect((await open("/images/lost-cover?l=%C3%9C")).text).toContain(">Ü</text>");
  const head = await open("/images/lost-cover?l=M", { method: "HEAD" });
  expect([head.status, head.type, head.text]).toEqual([200, "image/svg+xml", ""]);
});

it("Only a single letter or digit is drawn; anything else answers 404", async () => {
  for (const l of ["", "?l=", "?l=AB", "?l=%3C", "?l=%26", "?l=%20", "?l=%3Cscript%3E"])
    expect([l, (await open(`/images/lost-cover${l}`)).status]).toEqual([l, 404]);
});

it("A width that is not stored gets the next larger one, else the largest; an invalid width counts as 640", async () => {
  const keys = ["kept/96.webp", "kept/320.webp", "kept/640.webp"];
  await fillBucket(keys);
  const answers = await Promise.all(
    ["96", "200", "321", "960", "2000", "abc", ""].map(async (w) => (await open(`/images/kept?w=${w}`)).text),
  );
  await env.BUCKET.delete(keys);
  const [small, middle, large] = keys;
  expect(answers).toEqual([small, middle, large, large, large, large, large]);
});

it("A profile picture gets no placeholder, and a stored picture needs none", async () => {
  await fillBucket([...versions, "kept/640.webp"]);
  expect((await open("/images/lost-face?w=96")).status).toBe(404);
  expect(await open("/images/kept?w=640&l=K")).toMatchObject({
    text: "kept/640.webp",
    cache: "public, max-age=31536000, immutable",
  });
});

it("If the bucket fails, the letter is drawn and no cache stores it", async () => {
  expectErrorLog("picture read failed");
  const BUCKET = new Proxy(env.BUCKET, {
    get: () => () => Promise.reject(new Error("R2: a fault made by the test")),
  });
  const ann = visitor.signedOut();
  ann.send = productWith({ BUCKET });
  const answer = await ann.fetch("/images/a-cover?w=320&l=M");
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(await answer.text()).toContain(">M</text>");
  expect((await ann.fetch("/images/a-cover?w=320")).status).toBe(404);
});

/** The Accept header of Chromium for pictures. */
const modern = { headers: { Accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8" } };

it("AVIF is served if Accept names it, else WebP; both are immutable and vary by Accept", async () => {
  const keys = ["cover/320.webp", "cover/320.avif"];
  await fillBucket(keys);
  const immutable = { status: 200, cache: "public, max-age=31536000, immutable", vary: "Accept" };
  const avif = { ...immutable, type: "image/avif", text: "cover/320.avif" };
  const webp = { ...immutable, type: "image/webp", text: "cover/320.webp" };
  const answers = [await open("/images/cover?w=320", modern)];
  for (const Accept of [
    "image/webp,*/*",
    "*/*",
    "image/avif;q=0, image/webp",
    "text/html",
    "image/avif;q=0.5",
  ])
    answers.push(await open("/images/cover?w=320", { headers: { Accept } }));
  answers.push(await open("/images/cover?w=320"));
  const head = await open("/images/cover?w=320", { ...modern, method: "HEAD" });
  await env.BUCKET.delete(keys);
  expect(answers).toEqual([avif, webp, webp, webp, webp, avif, webp]);
  expect(head).toEqual({ ...avif, text: "" });
});

it("A width without AVIF is served as WebP of that width, not as AVIF of another", async () => {
  const keys = [
    "cover/320.webp",
    "cover/640.webp",
    "cover/320.avif",
    "cover/96.avif",
    "face/96.webp",
    "face/96.avif",
  ];
  await fillBucket(keys);
  const paths = ["cover?w=640", "cover?w=960", "cover?w=320", "face?w=96"];
  const answers = await Promise.all(paths.map(async (path) => (await open(`/images/${path}`, modern)).text));
  await env.BUCKET.delete(keys);
  expect(answers).toEqual(["cover/640.webp", "cover/640.webp", "cover/320.avif", "face/96.webp"]);
});

/** A visitor of the product, and the calls to its bucket. */
function countingVisitor() {
  const reads: string[] = [];
  const BUCKET = new Proxy(env.BUCKET, {
    get: (bucket, name) => (key: unknown) => {
      reads.push(`${String(name)} ${typeof key === "string" ? key : JSON.stringify(key)}`);
      return Reflect.get(bucket, name).call(bucket, key);
    },
  });
  const ann = visitor.signedOut();
  const DB = new Proxy(env.DB, { get: (_, name) => reads.push(`DB ${String(name)}`) });
  ann.send = productWith({ BUCKET, DB });
  return { ann, reads };
}

it("A picture that does not exist costs two reads, with and without placeholders", async () => {
  const { ann, reads } = countingVisitor();
  const paths = ["?w=320", "?w=640&l=M", "?w=960&l=M", "?w=96", ""];
  for (const filled of [versions, []]) {
    await fillBucket(filled);
    await forgetPlaceholders();
    // Its replacement is read once and kept.
    for (const key of ["key-a", "key-b", "key-c"])
      for (const w of [320, 640]) await ann.fetch(`/images/${key}?w=${w}`, modern);
    for (const path of paths) {
      reads.length = 0;
      await ann.fetch(`/images/no-${crypto.randomUUID()}${path}`, modern);
      expect([path, reads.length, reads]).toEqual([path, 2, expect.anything()]);
    }
    await env.BUCKET.delete(versions);
  }
});

it("A cached picture costs no read of the bucket, whether for GET, HEAD or a browser that has it", async () => {
  await fillBucket(["hot/320.webp", "hot/320.avif"]);
  const { ann, reads } = countingVisitor();
  await ann.fetch("/images/hot?w=320", { ...modern, method: "HEAD" });
  await ann.fetch("/images/hot?w=200");
  expect(reads.splice(0)).toEqual(["get hot/320.avif", "get hot/320.webp"]);

  const avif = await ann.fetch("/images/hot?w=320&l=H", modern);
  const etag = avif.headers.get("ETag") ?? "";
  expect([avif.headers.get("Content-Type"), await avif.text()]).toEqual(["image/avif", "hot/320.avif"]);
  expect(etag).toMatch(/^"\w+"$/);
  expect(await (await ann.fetch("/images/hot?w=320")).text()).toBe("hot/320.webp");
  const asked = (tags: string) =>
    ann.fetch("/images/hot?w=320", { headers: { ...modern.headers, "If-None-Match": tags } });
  expect((await asked(`W/${etag}`)).status).toBe(304);
  const known = await asked(`"another", ${etag}`);
  expect([known.status, await known.text(), known.headers.get("ETag")]).toEqual([304, "", etag]);
  expect((await asked('"another"')).status).toBe(200);
  const head = await ann.fetch("/images/hot?w=320", { ...modern, method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("Content-Length")]).toEqual([200, "", "12"]);
  expect(head.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(reads).toEqual([]);
});

it("The replacement for a missing picture is not cached: the picture may soon be back", async () => {
  await fillBucket(versions);
  expect((await open("/images/back?w=320&l=M")).cache).toBe("public, max-age=300");
  await fillBucket(["back/320.webp"]);
  expect((await open("/images/back?w=320&l=M")).text).toBe("back/320.webp");
});
