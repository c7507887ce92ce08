import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { forgottenFiles, pictures, uploads } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyBucket, productWith } from "../../support/bindings/faulty.ts";
import { drawn } from "../../support/pictures.ts";
import { db, origin, Page, type Visitor, visitor } from "../../support/visitor.ts";
import {
  draftOf,
  keysOf,
  publish,
  storedDraft,
  storedGig,
  wholeDraft,
  withPictures,
  writer,
} from "./writer.ts";

const picture = () => drawn("image/png", { width: 640, height: 480 });
type Sent = { bytes: BlobPart; name: string };

async function post(ann: Visitor, path: string, fields: Record<string, string>, files: Sent[] = []) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const { bytes, name } of files) body.append("picture", new File([bytes], name));
  return await Page.of(await ann.fetch(path, { method: "POST", body, headers: { Origin: origin } }));
}

const gallery = (id: string) => `/services/create/${id}/gallery`;
const inBucket = async (key = "") => (await env.BUCKET.list({ prefix: `${key}/` })).objects.length;
const json = (page: Page) => JSON.parse(page.html);

test("One form sends several pictures: the good ones are kept, the others are named with the reason", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const page = await post(ann, gallery(id), { intent: "upload", version: "0" }, [
    { bytes: await picture(), name: "clock.png" },
    { bytes: "<!doctype html><script>1</script>", name: "../../etc/page.jpg" },
    { bytes: await drawn("image/jpeg", { width: 640 }), name: "dial.jpg" },
    { bytes: await drawn("image/png", { width: 1, height: 1 }), name: "dot.png" },
    { bytes: "", name: "empty\0.png" },
    { bytes: new Uint8Array(5 * 1024 * 1024 + 1), name: "large.jpg" },
    { bytes: (await drawn("image/jpeg", { width: 640 })).slice(0, 200), name: "cut.jpg" },
  ]);
  expect(page.status).toBe(400);
  for (const sentence of [
    "page.jpg: The picture must be a JPEG, PNG, WebP or AVIF file",
    "empty_.png: The picture must be a JPEG",
    "large.jpg: The picture can be at most 5 MB",
    "cut.jpg: We couldn't read this picture",
    "dot.png: The picture must be at least 640 px wide",
  ])
    expect(page.text).toContain(sentence);
  expect(page.text).not.toContain("etc/");
  const keys = await keysOf(id);
  expect([keys.length, await inBucket(keys[0]), await inBucket(keys[1])]).toEqual([2, 3, 3]);
  expect(await db.select().from(uploads).where(eq(uploads.ownerId, ann.id))).toEqual([]);
  expect((await ann.get(gallery(id))).html.match(/\/images\/[\w-]+-g\d+/g)?.length).toBeGreaterThan(1);
});

test("The typed text is saved even if a picture is refused, and any button sends the files", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const [key = ""] = await withPictures(ann, id, 1);
  const typed = { [`alt-${key}`]: "A clock of 1880", version: "1", intent: "next" };
  const page = await post(ann, gallery(id), typed, [{ bytes: "no picture", name: "a.png" }]);
  expect([page.status, page.field(`alt-${key}`)]).toEqual([400, "A clock of 1880"]);
  const again = await post(ann, gallery(id), { ...typed, version: "2" }, [
    { bytes: await picture(), name: "a.png" },
  ]);
  expect(again.location).toBe(`/services/create/${id}/publish`);
  expect([await keysOf(id), (await storedDraft(id))?.steps.gallery?.typed]).toMatchObject([
    [key, expect.any(String)],
    { [`alt-${key}`]: "A clock of 1880" },
  ]);
});

test("A fifth picture is refused, even when two are sent at the same time", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const keys = await withPictures(ann, id, 3);
  const send = async () =>
    await post(ann, `/services/create/${id}/pictures`, {}, [{ bytes: await picture(), name: "a.png" }]);
  const both = await Promise.all([send(), send()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const [full] = both.filter(({ status }) => status === 400);
  expect(full && json(full)).toEqual({ state: "refused", sentence: "A service can have at most 4 pictures" });
  const now = await keysOf(id);
  expect([now.length, now.slice(0, 3)]).toEqual([4, keys]);
  expect(await db.select().from(uploads).where(eq(uploads.ownerId, ann.id))).toEqual([]);
});

test("Buttons move and remove pictures; a button for a missing picture changes nothing", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const [one = "", two = "", three = ""] = await withPictures(ann, id, 3);
  const press = (intent: string) => post(ann, gallery(id), { intent });
  expect((await press(`down:pictures:${one}`)).location).toBe(`${gallery(id)}#pictures`);
  expect(await keysOf(id)).toEqual([two, one, three]);
  await press(`up:pictures:${three}`);
  expect(await keysOf(id)).toEqual([two, three, one]);
  await press(`remove:pictures:${three}`);
  expect(await keysOf(id)).toEqual([two, one]);
  for (const [intent, sentence] of [
    [`remove:pictures:${three}`, "This picture no longer exists"],
    [`up:pictures:${two}`, "This picture can't be moved further"],
    ["sideways:pictures:1", "Choose what to do"],
  ] as const) {
    const page = await press(intent);
    expect([page.status, page.text.includes(sentence)]).toEqual([400, true]);
  }
  expect(await keysOf(id)).toEqual([two, one]);
  const moved = await post(ann, `/services/create/${id}/pictures`, { intent: `up:pictures:${one}` });
  expect(json(moved)).toEqual({ state: "done", pictures: [one, two] });
});

test("A picture that is sent again because its response was lost is added once", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/pictures`;
  const bytes = await picture();
  const send = (token: string) => post(ann, path, { token, cut: "fit" }, [{ bytes, name: "a.png" }]);
  const [first, second] = [await send("one"), await send("one")];
  expect([json(first), json(second)]).toEqual([json(first), json(first)]);
  expect(json(await send("two")).pictures).toHaveLength(2);
  // Of two at the same time, one may be refused, and can be sent again.
  const both = await Promise.all([send("three"), send("three")]);
  expect(
    both
      .map(({ status }) => status)
      .sort()
      .at(0),
  ).toBe(200);
  expect(json(await send("three")).pictures).toHaveLength(3);
});

test("If the bucket or the encoder is down, the text is saved and the picture can be sent again", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const [key = ""] = await withPictures(ann, id, 1);
  const file = { bytes: await picture(), name: "clock.png" };
  const encoder = {
    input() {
      throw new Error("no encoder today");
    },
  } as unknown as ImagesBinding;
  for (const broken of [{ BUCKET: faultyBucket("put") }, { IMAGES: encoder }]) {
    expectErrorLog("picture not stored");
    const version = String((await storedDraft(id))?.steps.gallery?.version);
    ann.send = productWith(broken);
    const words = `With ${Object.keys(broken)} down`;
    const page = await post(ann, gallery(id), { [`alt-${key}`]: words, intent: "upload", version }, [file]);
    expect([page.status, page.field(`alt-${key}`)]).toEqual([503, words]);
    expect(page.text).toContain("clock.png: We couldn't save this picture. Please send it again");
    expect((await storedDraft(id))?.steps.gallery?.typed).toMatchObject({ [`alt-${key}`]: words });
    expect(json(await post(ann, `/services/create/${id}/pictures`, {}, [file]))).toEqual({ state: "failed" });
  }
  ann.send = visitor.signedOut().send;
  expect((await post(ann, `/services/create/${id}/pictures`, {}, [file])).status).toBe(200);
  expect(await keysOf(id)).toHaveLength(2);
});

test("A picture that a published service shows can be neither overwritten nor deleted with its upload token", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann);
  const path = `/services/create/${id}/pictures`;
  const send = async (color: string) =>
    await post(ann, path, { token: "one" }, [
      { bytes: await drawn("image/png", { width: 640, height: 480, colors: [color] }), name: "a.png" },
    ]);
  const [main = "", key = ""] = json(await send("#0a0")).pictures;
  const version = String((await storedDraft(id))?.steps.gallery?.version);
  const alts = { [`alt-${main}`]: "A clock", [`alt-${key}`]: "A clock from the side" };
  await post(ann, gallery(id), { ...alts, version, intent: "save" });
  expect((await publish(ann, id)).status).toBe(303);
  await ann.submit(`/services/create/${id}/edit`, {});
  await post(ann, gallery(id), { intent: `remove:pictures:${key}` });
  const stored = async () =>
    (await env.BUCKET.list({ prefix: key.slice(0, 36) })).objects.map((file) => [file.key, file.etag]);
  const before = await stored();
  expect(before).toHaveLength(3);
  const again = await send("#0b0");
  expect([again.status, json(again)]).toEqual([
    409,
    { state: "refused", sentence: "This picture was sent before. Choose it again" },
  ]);
  expect(await stored()).toEqual(before);
});

test("Another seller cannot add, move or remove the pictures of a draft", async () => {
  const [ann, eve] = [await writer(), await writer()];
  const id = await draftOf(ann);
  const keys = await withPictures(ann, id, 2);
  const path = `/services/create/${id}/pictures`;
  const file = { bytes: await picture(), name: "a.png" };
  expect((await post(eve, path, {}, [file])).status).toBe(404);
  expect((await post(eve, path, { intent: `remove:pictures:${keys[0]}` })).status).toBe(404);
  expect((await post(eve, gallery(id), { intent: `remove:pictures:${keys[0]}` })).status).toBe(404);
  expect((await post(visitor.signedOut(), path, {}, [file])).status).toBe(401);
  expect((await post(await visitor.signedIn(), path, {}, [file])).status).toBe(403);
  expect([await keysOf(id), (await storedDraft(id))?.sellerId]).toEqual([keys, ann.id]);
  expect(await db.select().from(uploads).where(eq(uploads.ownerId, eve.id))).toEqual([]);
});

test("A published service shows its new picture only once the changes are published; until then the old one stays", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann);
  const [old = ""] = await keysOf(id);
  await publish(ann, id);
  await ann.submit(`/services/create/${id}/edit`, {});
  const added = json(
    await post(ann, `/services/create/${id}/pictures`, {}, [{ bytes: await picture(), name: "b.png" }]),
  );
  const [, fresh = ""] = added.pictures;
  await post(ann, gallery(id), { intent: `remove:pictures:${old}` });
  const forgotten = () =>
    db
      .select()
      .from(forgottenFiles)
      .where(eq(forgottenFiles.prefix, `${old}/`));
  expect([await forgotten(), (await storedGig(id))?.imageUrl]).toEqual([[], `/images/${old}`]);
  const version = String((await storedDraft(id))?.steps.gallery?.version);
  await post(ann, gallery(id), { [`alt-${fresh}`]: "A clock from the side", version, intent: "save" });
  expect((await publish(ann, id)).status).toBe(303);
  expect((await storedGig(id))?.imageUrl).toBe(`/images/${fresh}`);
  expect(await forgotten()).toHaveLength(1);
  const kept = await db.select().from(pictures).where(eq(pictures.key, fresh));
  expect(kept).toMatchObject([{ avifDueAt: expect.any(Number) }]);
});

test("The sentence about missing pictures belongs to the field for them", async () => {
  const ann = await writer();
  const { html } = await ann.get(`${gallery(await draftOf(ann))}?check=1`);
  expect(html).toContain('<p class="err" id="picture-e">Add at least one picture</p>');
  expect(html).toMatch(/<input type="file" id="picture"[^>]* aria-describedby="picture-e picture-h"/);
});
