import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allowances, bytesPerYear, costOf, costOfFiles, ratePeriod, rates } from "#app/limits/limits.ts";

const specification = readFileSync("docs/specification.md", "utf8");

it("An account that uses all its limits adds at most 240 MB a year", () => {
  expect(bytesPerYear()).toBeLessThanOrEqual(240_000_000);
  expect(bytesPerYear()).toBeGreaterThan(100_000_000);
});

it("A text counts once, and once more for each 1,000 bytes; files count once for each MB", () => {
  expect([costOf(""), costOf("x".repeat(999)), costOf("x".repeat(1000)), costOf("é".repeat(1000))]).toEqual([
    1, 1, 2, 3,
  ]);
  expect(costOfFiles([{ size: 1 }, { size: 1024 ** 2 }])).toBe(2);
});

it("wrangler.toml has the same short windows", () => {
  const toml = readFileSync("wrangler.toml", "utf8");
  for (const [kind, limit] of Object.entries(rates)) {
    const block = new RegExp(
      `name = "${kind.toUpperCase()}_RATE"\\n[^[]*simple = \\{ limit = (\\d+), period = (\\d+) \\}`,
    );
    expect(block.exec(toml)?.slice(1).map(Number), kind).toEqual([limit, ratePeriod]);
  }
});

it("The specification has the same numbers", () => {
  for (const [action, { account, network, bytes }] of Object.entries(allowances)) {
    const row = `| \`${action}\` | [^|]+ | ${account ?? "—"} | ${network.toLocaleString("en")} | ${bytes.toLocaleString("en")} |`;
    expect(specification).toMatch(new RegExp(row.replaceAll("|", "\\|")));
  }
});

/**
 * Every address that takes forms or calls, and what it counts as: actions of the table, or why it has none.
 */
const askedBy: Record<string, string> = {
  "account/data": "setting",
  "account/email": "setting",
  "account/email-choices": "profile",
  "account/forgot-password": "the limit of resets",
  "account/password": "setting",
  "account/profile": "profile, picture",
  "account/reset-password": "the limit of resets",
  "account/security": "end",
  "account/verify": "the limit of links",
  "auth/second-factor/challenge-factor": "the limit of text messages",
  "auth/second-factor/enrol-factor": "setting",
  "auth/second-factor/factors": "setting",
  "auth/second-factor/remove-factor": "removes at most what was enrolled",
  "auth/second-factor/verify-factor": "the limit of codes",
  "auth/sign-in/sent": "the limits of sign-ups and of sent links",
  "auth/sign-in/sign-in": "session",
  "auth/sign-in/sign-in-factor": "the limit of codes",
  "auth/sign-in/sign-out": "ends the browser's own session",
  "auth/sign-in/sign-up": "the limit of sign-ups",
  "auth/sign-in/unlock": "each link works once, five are sent in a day",
  "checkout/create-payment": "order",
  "checkout/orders": "order",
  "contact/page/contact": "ticket, check, file",
  "contact/page/request": "answer",
  "conversations/files/send-file": "file",
  "conversations/messages": "message, conversation, draft, file",
  "conversations/replies/replies": "profile",
  "conversations/sending/send": "message",
  "conversations/thread/read": "marks what is there, within the short window",
  "dashboard/dashboard": "profile",
  "dashboard/services": "profile",
  "emails/unsubscribe": "switches at most four rows of the link's owner, within the short window",
  "gigs/editor/create": "draft",
  "gigs/editor/delete": "gig",
  "gigs/editor/duplicate": "gig, gallery",
  "gigs/editor/edit": "gig",
  "gigs/editor/gallery/pictures": "gallery",
  "gigs/editor/save": "draft",
  "gigs/editor/step": "draft, gig, gallery",
  "gigs/saved/marks": "save",
  "gigs/saved/saved": "save",
  "help/helpful": "the limit of helpful answers",
  "home/create-placeholders": "placeholders",
  "layout/preferences": "writes cookies only",
  "layout/uncaught/client-errors": "the limit of reported errors",
  "layout/unsent": "writes nothing",
  "offers/offers": "message, offer, conversation, file, draft, transition",
  "offers/writing/save": "draft",
  "orders/files/send-file": "file",
  "orders/page/order": "transition, file, payment, review",
  "payouts/accounts/bank": "payouts",
  "payouts/accounts/claim": "payouts",
  "payouts/accounts/setup": "payouts",
  "payouts/holds/not-me": "each link works once, one is sent for each new bank account",
  "reports/report": "review",
  "sellers/save-application": "draft",
  "sellers/sell": "application",
  "sellers/selling/selling": "profile",
  "statements/appeal": "ticket",
};

it("Every address that takes a form or a call has a limit in the table, or another one", () => {
  const takesForms = globSync("app/**/*.route.{ts,tsx}")
    .filter((file) => !/app\/admin\/|not-found|gig-of-seller|page\/seller.route/.test(file))
    .filter((file) => /export (async function|function|const) action\b/.test(readFileSync(file, "utf8")))
    .map((file) => file.replace(/^app\//, "").replace(/\.route\.tsx?$/, ""));
  expect(takesForms.sort()).toEqual(Object.keys(askedBy));
  const asked = Object.values(askedBy).join(", ").split(", ");
  const without = Object.keys(allowances).filter((action) => !asked.includes(action));
  expect(without).toEqual(["export", "console-export"]);
});
