import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { handleOf } from "#app/page-handle.ts";
import * as build from "#build/server/index.js";
import { pageFor, type Rendered } from "#workers/render/page-cache.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { productWith } from "../../support/bindings/faulty.ts";
import { category, gig, person } from "../../support/factories.ts";
import { db, type Page, type Visitor, visitor } from "../../support/visitor.ts";

afterEach(() => {
  vi.useRealTimers();
});

const jars = await category(db, "Constant jars", ["Constant lids"]);
const seller = await person(db, { username: "constant-ann" });
const jar = await gig(db, { title: "A jar", categoryId: jars.id, sellerId: seller.id });
// Without a time zone: the page would show the seller's local time.
await sellerRow(seller.id, { status: "active" });
const shown = `/services/s/${jar.slug}`;

/** The address of each route whose pages are kept. */
const kept: Record<string, string> = {
  "home/home.route": "/",
  "browse/categories.route": "/categories",
  "browse/category.route": "/categories/constant-jars",
  "browse/subcategory.route": "/categories/constant-jars/constant-lids-constant-jars",
  "gigs/page/gig.route": shown,
  "gigs/page/gig-of-seller.route": `/@constant-ann/${jar.slug}`,
  "sellers/page/seller.route": "/@constant-ann",
  "help/help.route": "/help?tab=sellers",
  "help/faq.route": "/faq?open=when-do-i-get-paid",
  "help/privacy.route": "/privacy",
  "help/terms.route": "/terms",
};

it("This test covers every cached page", () => {
  const routes = Object.values(build.routes).filter((route) => handleOf(route?.module).ttl);
  expect(Object.keys(kept).sort()).toEqual(routes.map((route) => route?.id).sort());
});

/** The hashes of the elements of a page whose text a browser runs or applies. */
function hashesOf(html: string, kind: "script" | "style"): Set<string> {
  const elements = [...html.matchAll(new RegExp(`<${kind}\\b([^>]*)>(.*?)</${kind}>`, "gs"))];
  const texts = elements.flatMap(([, attributes = "", text = ""]) =>
    / src=|application\/(ld\+)?json/.test(attributes) ? [] : text,
  );
  return new Set(texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`));
}

/**
 * Gets a page twice, and once more after it was rendered again. Other files write gigs at the same time: if
 * the last page differs, the next three may be equal.
 */
async function thrice(guest: Visitor, path: string): Promise<[Page, Page, Page]> {
  for (let attempt = 1; ; attempt++) {
    const [first, second] = [await guest.get(path), await guest.get(path)];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + attempt * 400_000 });
    const again = await guest.get(path);
    vi.useRealTimers();
    if (attempt === 5 || [second, again].every(({ html }) => html === first.html))
      return [first, second, again];
  }
}

it.each(Object.values(kept))(
  "%s is constant, and its policy lists its inline scripts and styles",
  async (path) => {
    for (const lite of ["", "1"]) {
      const guest = visitor.passingBy();
      guest.setCookie("lite", lite);
      const [first, second, again] = await thrice(guest, path);
      const policy = first.headers.get("Content-Security-Policy") ?? "";
      for (const page of [first, second, again]) {
        expect([page.status, page.html]).toEqual([200, first.html]);
        expect(page.headers.get("ETag")).toBe(first.headers.get("ETag"));
        expect(page.headers.get("Content-Security-Policy")).toBe(policy);
        expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
        expect(page.headers.get("Vary")).toBe("Cookie, Save-Data, ECT, Accept-Encoding");
        const ours = ["x-until", "x-tag", "x-viewed", "x-ttl"];
        expect(ours.filter((name) => page.headers.has(name))).toEqual([]);
      }
      expect(first.html).not.toMatch(/<[^>]* nonce=/);
      const [, scripts, styles] = /script-src 'self'( [^;]*); style-src 'self'( [^;]*);/.exec(policy) ?? [];
      expect(new Set(scripts?.trim().split(" "))).toEqual(hashesOf(first.html, "script"));
      expect(new Set(styles?.trim().split(" "))).toEqual(hashesOf(first.html, "style"));
      expect(policy).not.toMatch(/nonce|unsafe/);
    }
  },
);

it.each(["identity", "gzip"])(
  "A page that the browser holds (%s) is not sent again, and counts as viewed",
  async (coding) => {
    const guest = visitor.passingBy();
    await guest.get(shown);
    const page = await guest.get(shown, { "Accept-Encoding": coding });
    const etag = page.headers.get("ETag") ?? "";
    expect(etag).toMatch(coding === "gzip" ? /^"[\w-]{22}\.gz"$/ : /^"[\w-]{22}"$/);
    for (const held of [etag, `W/${etag}`, `"another", ${etag}`, `W/"another",W/${etag}`]) {
      for (const method of ["GET", "HEAD"]) {
        const headers = { "Accept-Encoding": coding, "If-None-Match": held };
        const other = visitor.passingBy();
        const ten = Array.from({ length: 10 }, () => crypto.randomUUID());
        other.setCookie("recent", ten.join("."));
        const answer = await other.fetch(shown, { method, headers });
        expect([answer.status, await answer.text()]).toEqual([304, ""]);
        expect(answer.headers.get("ETag")).toBe(etag);
        expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
        expect(other.cookie("recent")).toBe([jar.id, ...ten.slice(0, 9)].join("."));
        const wire = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
        expect(wire.length).toBeLessThan(1000);
      }
    }
  },
);

it("A page that was rendered again without a change is still the one that the browser holds", async () => {
  const guest = visitor.passingBy();
  const etag = (await guest.get("/categories/constant-jars")).headers.get("ETag") ?? "";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 400_000 });
  const held = { "If-None-Match": etag };
  expect((await guest.get("/categories/constant-jars", held)).status).toBe(304);
  await gig(db, { categoryId: jars.id });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 400_000 });
  const changed = await guest.get("/categories/constant-jars", held);
  expect([changed.status, changed.text.includes("(2)")]).toEqual([200, true]);
  expect(changed.headers.get("ETag")).not.toBe(etag);
});

it("A forged or mismatched tag gets the whole page", async () => {
  const own = (await visitor.passingBy().get("/")).headers.get("ETag") ?? "";
  const foreign = (await visitor.passingBy().get("/categories")).headers.get("ETag") ?? "";
  const inner = own.replaceAll('"', "");
  for (const held of [
    foreign,
    inner,
    `"${inner}`,
    `"${inner}.br"`,
    `"x${inner}"`,
    '""',
    "*",
    "W/",
    ",",
    '"".gz',
  ]) {
    const page = await visitor.passingBy().get("/", { "If-None-Match": held });
    expect([held, page.status, page.html.includes("</html>")]).toEqual([held, 200, true]);
  }
});

it("A page for a viewer, with a toast or after an ended session has no tag, and does not accept a visitor's tag", async () => {
  const etag = (await visitor.passingBy().get("/")).headers.get("ETag") ?? "";
  const told = visitor.passingBy();
  told.setCookie("toast", encodeURIComponent(JSON.stringify({ kind: "info", text: "Look here" })));
  for (const one of [await visitor.signedIn(), visitor.signedOut(), told]) {
    const page = await one.get("/", { "If-None-Match": etag, "Accept-Encoding": "gzip" });
    expect([page.status, page.headers.get("ETag")]).toEqual([200, null]);
    expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
  }
});

it("A new build and another variant have different tags, even with the same bytes", async () => {
  const page: Rendered = {
    status: 200,
    headers: new Headers({ "Content-Type": "text/html" }),
    html: "<p>The same</p>",
    policy: "default-src 'none'",
    ttl: 60_000,
    viewed: null,
  };
  const ask = async (key: string, held: string | null) => {
    const work: Promise<unknown>[] = [];
    const { response } = await pageFor(
      `https://shop.test/-/pages/${key}/`,
      0,
      { gzip: false, held },
      async () => page,
      (one) => work.push(one),
    );
    await Promise.all(work);
    return response;
  };
  const etag = (await ask("build-1/dark", null)).headers.get("ETag");
  expect((await ask("build-1/dark", etag)).status).toBe(304);
  // Once rendered for this request, and once from the cache.
  for (const key of ["build-2/dark", "build-2/dark", "build-1/light", "build-1/light"])
    expect([key, (await ask(key, etag)).status]).toEqual([key, 200]);
});

it("The stored gzip form is sent unchanged to clients that accept it", async () => {
  const { html } = await visitor.passingBy().get(shown);
  const raw = visitor.passingBy();
  raw.send = productWith({});
  for (const accepted of ["gzip", "gzip, deflate, br, zstd", "br;q=1, GZIP ; q=0.5"]) {
    const headers = { "Accept-Encoding": accepted };
    const answer = await raw.fetch(shown, { headers });
    expect([accepted, answer.headers.get("Content-Encoding")]).toEqual([accepted, "gzip"]);
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(html);
    // It is not compressed again for the network.
    expect((await visitor.passingBy().get(shown, headers)).html).toBe(html);
  }
  for (const accepted of ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br", "x-gzip", "*"]) {
    const answer = await raw.fetch(shown, { headers: { "Accept-Encoding": accepted } });
    expect([accepted, answer.headers.get("Content-Encoding")]).toEqual([accepted, null]);
    expect(await answer.text()).toBe(html);
  }
});

it("The encodings that a browser names take precedence over those of a proxy", async () => {
  await visitor.passingBy().get(shown);
  const raw = visitor.passingBy();
  const send = productWith({});
  for (const [own, coding] of [
    ["gzip, br", "gzip"],
    ["", null],
  ]) {
    raw.send = (request) => send(new Request(request, { cf: { clientAcceptEncoding: own } }));
    const answer = await raw.fetch(shown, { headers: { "Accept-Encoding": "br, gzip" } });
    expect([own, answer.headers.get("Content-Encoding")]).toEqual([own, coding]);
  }
});

it("A page that this isolate has just read is not read from the cache again until its time is over", async () => {
  const guest = visitor.passingBy();
  const path = "/categories?hot";
  await guest.get(path);
  await guest.get(path);
  const reads = vi.spyOn(Cache.prototype, "match");
  onTestFinished(() => reads.mockRestore());
  expect((await guest.get(path)).status).toBe(200);
  expect(reads).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect((await guest.get(path)).status).toBe(200);
  expect(reads).toHaveBeenCalled();
});
