import { env } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { questions, tabs } from "#app/help/questions.ts";
import { settings } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { forgetSitemaps } from "../support/pages/sitemap-cache.ts";
import { db, visitor } from "../support/visitor.ts";
import { pages } from "./pages.ts";

// docs/specification.md#static-pages

const ann = visitor.signedOut();
const feeLine = /On orders placed today the fee is ([\d.]+)%\./;

it("The help centre has the tabs For Buyers, For Sellers, Account & Billing as links, and links to the FAQ", async () => {
  for (const { key, label } of tabs) {
    const page = await ann.get(key === "buyers" ? "/help" : `/help?tab=${key}`);
    expect(page.html).toMatch(new RegExp(`aria-current="page"[^>]*>${label.replace("&", "&amp;")}</a>`));
    const own = questions.filter(({ tab }) => tab === key);
    for (const { question, answer } of own) {
      expect(page.text).toContain(question);
      expect(page.text).toContain(answer);
    }
    expect(page.html.match(/<details/g)?.length).toBeGreaterThanOrEqual(own.length);
    expect(page.links).toEqual(
      expect.arrayContaining(["/help", "/help?tab=sellers", "/help?tab=account", "/faq"]),
    );
  }
});

it("An unknown tab or question means the default: the first tab, its first question open", async () => {
  const usual = await ann.get("/help");
  for (const path of [
    "/help?tab=nobody",
    "/help?open=nothing",
    "/help?tab=%00&open=%3Cb%3E",
    "/help?open=",
  ]) {
    const page = await ann.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    const details = (html: string) => html.match(/<details[^>]*>/g);
    expect(details(page.html)).toEqual(details(usual.html));
  }
});

it("The buttons and the link of each answer are named after its question", async () => {
  const { html } = await ann.get("/help");
  const questions = [...html.matchAll(/<summary><span>([^<]*)/g)].map(([, question]) => question);
  expect(questions.length).toBeGreaterThan(3);
  for (const words of ["Yes", "No", "Link to this answer"])
    expect(
      [...html.matchAll(new RegExp(`aria-label="${words}: ([^"]*)"[^>]*>${words}<`, "g"))].map(
        ([, question]) => question,
      ),
    ).toEqual(questions);
});

it("The configured fee is shown below the answer that says 20%", async () => {
  const answer = "Handiwork charges a 20% commission on each completed order.";
  const before = await ann.get("/help?tab=sellers");
  expect(before.text).toContain(answer);
  expect(feeLine.exec(before.text)?.[1]).toBe("0");
  await db.insert(settings).values({ key: "fee_percent", value: "12.5" });
  // A viewer who has just written does not get an older answer.
  const page = await visitor.passingBy().get("/help?tab=sellers&open=none");
  expect(feeLine.exec(page.text)?.[1]).toBe("12.5");
  expect(page.text.indexOf("12.5%")).toBeGreaterThan(page.text.indexOf(answer));
  expect(feeLine.test((await ann.get("/help")).text)).toBe(false);
});

it("How soon earnings clear and banks are paid is shown below the answer about payment", async () => {
  const shown = async (path: string) => (await visitor.passingBy().get(path)).text;
  expect(await shown("/faq?open=when-do-i-get-paid")).toContain(
    "Earnings of orders completed today clear after 14 days (7 days if you are Top Rated). We send payouts to banks weekly, on Tuesdays.",
  );
  await db.insert(settings).values([
    { key: "clear_days", value: "21" },
    { key: "clear_days_top_rated", value: "1" },
    { key: "payout_schedule", value: "daily" },
  ]);
  expect(await shown("/help?tab=sellers&open=when-do-i-get-paid")).toContain(
    "Earnings of orders completed today clear after 21 days (1 day if you are Top Rated). We send payouts to banks on every working day.",
  );
});

it("The terms say the refund window of the setting", async () => {
  expect((await visitor.passingBy().get("/terms")).text).toContain("must be requested within 14 days.");
  await db.insert(settings).values({ key: "refund_days", value: "7" });
  expect((await ann.get("/terms")).text).toContain("must be requested within 7 days.");
});

it("Legal texts have a date, a list of their sections with anchors, and numbered headings", async () => {
  for (const [path, sections, day] of [
    ["/privacy", 11, 26],
    ["/terms", 15, 27],
  ] as const) {
    const page = await ann.get(path);
    expect(page.html).toContain(`<time dateTime="2026-11-${day}">${day} Nov 2026</time>`);
    const anchors = page.links.filter((link) => /^#(?!main)/.test(link));
    expect(anchors).toHaveLength(sections);
    for (const anchor of anchors) expect(page.html).toContain(`<h2 id="${anchor.slice(1)}">`);
  }
});

it("If the database fails, the pages answer 200 without their figures", async () => {
  const DB = faultyDatabase(env.DB, () => true);
  const bob = visitor.signedOut();
  bob.send = productWith({ DB });
  expectErrorLog("section read failed");
  for (const path of pages) {
    const page = await bob.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.text).not.toMatch(feeLine);
    expect(page.text).not.toMatch(/within \d+ days\. The period is counted/);
  }
  const terms = await bob.get("/terms");
  expect(terms.text).toContain("must be requested within the refund period. The period is counted");
});

it("A visitor gets the pages from the page cache: no scripts before the first touch, at most 14,336 bytes, 30 rows", async () => {
  for (const path of pages) {
    const guest = visitor.passingBy();
    const { database, read } = measuredDatabase(env.DB);
    guest.send = productWith({ DB: database });
    const first = await guest.get(path);
    expect([path, first.status, read() <= 30]).toEqual([path, 200, true]);
    expect(first.headers.get("ETag")).not.toBeNull();
    const again = read();
    expect((await guest.get(path)).html).toBe(first.html);
    expect(read()).toBe(again);
    expect(first.html).not.toMatch(/<script[^>]*(src=|type="module")/);
    // The first panel of /faq is its first list; the long texts may follow
    // (docs/architecture.md#slow-phones).
    const end = first.html.indexOf(path === "/faq" ? "</section>" : "</main>");
    const bytes = gzipSync(first.html.slice(0, end), { level: 6 }).byteLength;
    expect([path, bytes <= 14_336, bytes]).toEqual([path, true, bytes]);
  }
});

it("Header, footer and sitemap name the pages", async () => {
  const home = await ann.get("/");
  expect(home.links).toEqual(expect.arrayContaining(["/help", "/faq", "/terms", "/privacy"]));
  await forgetSitemaps();
  const { html } = await ann.get("/sitemaps/catalog.xml");
  for (const path of ["/help", "/faq", "/terms", "/privacy"]) expect(html).toContain(`${path}</loc>`);
});

it("Sign-up says what new users agree to", async () => {
  const page = await ann.get("/sign-up");
  expect(page.text).toContain("By joining you agree to the Terms and Privacy Policy and are at least 18");
  expect(page.links).toEqual(expect.arrayContaining(["/terms", "/privacy"]));
});
