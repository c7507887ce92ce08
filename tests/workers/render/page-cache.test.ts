import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { gigs } from "#drizzle/schema.ts";
import { pageKey } from "#workers/render/page-cache.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, gig } from "../../support/factories.ts";
import { recordCacheEntries } from "../../support/pages/page-cache-entries.ts";
import { db, origin, Visitor, visitor } from "../../support/visitor.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("Themes, Lite, slow connections and builds have their own cache entries", () => {
  const keys = ["system", "light", "dark"].flatMap((theme) =>
    [true, false].flatMap((lite) =>
      ["b1", "b2"].flatMap((build) =>
        [true, false].map((slow) =>
          pageKey(
            "https://a",
            "/",
            { theme: theme as "dark", lite, saveData: false, small: lite || slow, scripts: !lite },
            build,
          ),
        ),
      ),
    ),
  );
  expect(new Set(keys).size).toBe(18);
});

it("A page is cached, and rendered again when it has expired", async () => {
  const pottery = await category(db, "Kept pottery");
  const ann = visitor.passingBy();
  expect((await ann.get("/categories/kept-pottery")).text).toContain("(0)");
  await gig(db, { title: "Bowl", categoryId: pottery.id });
  expect((await ann.get("/categories/kept-pottery?utm=1")).text).toContain("(0)");
  expect((await visitor.signedOut().get("/categories/kept-pottery")).text).toContain("(1)");

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  try {
    // This request gets the expired page; the new one is rendered after it.
    expect((await ann.get("/categories/kept-pottery")).text).toContain("(0)");
    await expect
      .poll(async () => (await ann.get("/categories/kept-pottery")).text.includes("(1)"))
      .toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it("Of many requests for an expired page, one renders it again; until then all get the old one", async () => {
  const drums = await category(db, "Busy drums");
  const path = "/categories/busy-drums";
  expect((await visitor.passingBy().get(path)).text).toContain("(0)");
  await gig(db, { categoryId: drums.id });
  let renderings = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const send = productWith({
    DB: faultyDatabase(env.DB, (sql) => {
      if (!sql.includes('from "categories" where "categories"."slug"')) return false;
      renderings++;
      return held;
    }),
  });
  const seen: string[] = [];
  const ask = async () => {
    const guest = visitor.passingBy();
    guest.send = send;
    seen.push((await guest.get(path)).text);
  };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  // A test's answer waits for the work after it, so four are answered while the first one still renders.
  const asked = [ask(), ask(), ask(), ask(), ask()];
  await expect.poll(() => seen.length).toBe(4);
  goOn();
  await Promise.all(asked);
  vi.useRealTimers();
  expect(seen.filter((text) => text.includes("(0)"))).toHaveLength(5);
  expect(renderings).toBe(1);
});

it("No personal byte gets into a cache: signed-in, toast, theme, Lite and Save-Data requests interleaved 200 times", async () => {
  const viewed = await gig(db, { title: "Viewed in secret", priceCents: 99_999_00 });
  const pots = await category(db, "Interleaved pots");
  const services = [];
  for (let i = 0; i < 9; i++) services.push(await gig(db, { categoryId: pots.id }));
  const slug = services[0]?.slug ?? "";
  const paths = ["/", "/categories", "/categories/interleaved-pots", `/services/s/${slug}`];
  const ann = await Visitor.signedIn({ username: "secret-ann", fullName: "Ann Hidden" });
  const bob = await Visitor.signedIn({ username: "secret-bob", fullName: "Bob Hidden" });
  const secrets = new Set(["secret", "Hidden", "Viewed in secret", viewed.id]);
  for (const one of [ann, bob]) {
    secrets.add(one.id);
    secrets.add(one.email);
    secrets.add(one.cookie("session") ?? "");
  }
  const bookmarks = new Set<string>();
  const ids = requestIdsFromNow();
  const entries = recordCacheEntries();
  const random = seeded(4);
  const pick = <T>(values: T[]): T => values[Math.floor(random() * values.length)] as T;
  /** What browsers hold, by tag. Each request names every tag that anyone has been given. */
  const held = new Map<string, string>();
  let saved = 0;

  for (let i = 0; i < 200; i++) {
    const kind = pick(["guest", "guest", "toast", "ann", "bob"]);
    const browser = kind === "ann" ? ann : kind === "bob" ? bob : visitor.passingBy();
    const path = pick(paths);
    const address = path + (random() < 0.1 ? "?utm_source=secret" : "");
    const theme = pick(["system", "light", "dark"]);
    const chosen = pick(["", "", "1", "0"]);
    const lite = chosen === "1";
    const saveData = random() < 0.3;
    browser.setCookie("theme", theme);
    browser.setCookie("lite", chosen);
    browser.setCookie("recent", viewed.id);
    const text = `secret words ${i}`;
    if (kind === "toast")
      browser.setCookie("toast", encodeURIComponent(JSON.stringify({ kind: "info", text })));
    const headers: Record<string, string> = saveData ? { "Save-Data": "on" } : {};
    if (random() < 0.5) headers["Accept-Encoding"] = "gzip";
    if (random() < 0.7) headers["If-None-Match"] = [...held.keys()].join(", ");
    const answer = await browser.get(address, headers);
    const etag = answer.headers.get("ETag");
    expect([200, 304]).toContain(answer.status);
    if (answer.status === 304) saved++;
    expect(etag !== null).toBe(kind === "guest");
    // What the browser shows: the page that it holds, or the one that it gets.
    const page = {
      headers: answer.headers,
      html: answer.status === 304 ? (held.get(etag ?? "") ?? "") : answer.html,
    };
    if (etag) held.set(etag, page.html);
    expect(page.html).toContain(`<link rel="canonical" href="${origin}${path}"`);
    expect(/<html[^>]*data-theme="(\w+)"/.exec(page.html)?.[1] ?? "system").toBe(theme);
    expect(page.html.includes("data-lite")).toBe(lite || (saveData && chosen !== "0"));
    expect(page.html.includes("secret words")).toBe(kind === "toast");
    if (kind === "toast") expect(page.html).toContain(text);
    expect(page.html.includes("secret-ann")).toBe(kind === "ann");
    expect(page.html.includes("secret-bob")).toBe(kind === "bob");
    const nonce = /'nonce-([\w-]+)'/.exec(page.headers.get("Content-Security-Policy") ?? "")?.[1];
    expect(nonce === undefined).toBe(kind === "guest");
    if (nonce) {
      expect(secrets.has(nonce)).toBe(false);
      secrets.add(nonce);
    }
    if (browser.cookie("bookmark")) bookmarks.add(browser.cookie("bookmark") ?? "");
  }

  await expect.poll(() => entries.filter(({ key }) => key.includes("/-/data/")).length).toBeGreaterThan(5);
  const pages = entries.filter(({ key }) => key.includes("/-/pages/"));
  expect(pages.length).toBeGreaterThan(10);
  expect(bookmarks.size).toBeGreaterThan(0);
  expect(saved).toBeGreaterThan(20);
  expect(ids.size).toBe(200);
  for (const { key, head, body } of entries) {
    const all = [key, head, body].join("\n");
    expect([...secrets, ...ids].filter((secret) => all.includes(secret))).toEqual([]);
  }
  for (const { key, body } of pages) {
    const told = /saveData\\*",(?:\{[^}]*\},)?(true|false)/.exec(body)?.[1];
    if (told) expect([key, told]).toEqual([key, String(key.includes("/saving/"))]);
  }
  for (const { head, body } of pages)
    expect([...bookmarks].filter((bookmark) => head.includes(bookmark) || body.includes(bookmark))).toEqual(
      [],
    );
}, 120_000);

/** Random numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The ids of all requests whose line is logged from now to the end of the test. */
function requestIdsFromNow(): Set<string> {
  const ids = new Set<string>();
  const spy = vi.spyOn(console, "log").mockImplementation((line) => {
    ids.add(JSON.parse(line).requestId);
  });
  onTestFinished(() => spy.mockRestore());
  return ids;
}

it("HEAD answers like GET without a body", async () => {
  await category(db, "Headed pots");
  for (let i = 0; i < 2; i++) {
    const response = await visitor.passingBy().fetch("/categories/headed-pots", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toBe("");
  }
});

it("A gig counts as viewed when its page comes from the cache", async () => {
  const [first, second] = [await gig(db), await gig(db)];
  await visitor.passingBy().get(`/services/s/${first.slug}`);
  const ann = visitor.passingBy();
  await ann.get(`/services/s/${second.slug}`);
  await ann.get(`/services/s/${first.slug}`);
  expect(ann.cookie("recent")).toBe(`${first.id}.${second.id}`);
});

it("Fallbacks, errors and missing pages are not cached", async () => {
  expectErrorLog("section read failed");
  expectErrorLog("main read failed");
  const pots = await category(db, "Broken pots");
  await gig(db, { title: "Broken bowl", categoryId: pots.id });
  const ann = visitor.passingBy();
  const send = ann.send;
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "gigs"')) });
  expect((await ann.get("/categories/broken-pots")).text).toContain("Failed to load services");
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"meta_title"')) });
  expect((await ann.get("/categories/broken-pots")).status).toBe(503);
  ann.send = send;
  expect((await ann.get("/categories/broken-pots")).text).toContain("Broken bowl");

  expect((await ann.get("/categories/later")).status).toBe(404);
  await category(db, "Later");
  expect((await ann.get("/categories/later")).status).toBe(200);
});

it("A changed price is never charged from a stale page", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const guest = visitor.passingBy();
  await guest.get(`/services/s/${service.slug}`);
  await db.update(gigs).set({ priceCents: 10_000 }).where(eq(gigs.id, service.id));
  const stale = await guest.get(`/services/s/${service.slug}`);
  expect(stale.text).toContain("Order Now ($80)");
  const buyer = await Visitor.signedIn();
  const answer = await buyer.submitAndFollow("/orders", {
    gigId: service.id,
    package: "starter",
    shownPrice: 8000,
    requirements: "A text that stays",
  });
  expect(answer.text).toContain("The price has changed to $100");
  expect(answer.field("requirements")).toBe("A text that stays");
});
