import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { TokenError } from "#app/auth/token-errors.ts";
import { clientErrors } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { get } from "../support/faults.ts";
import { db, origin, visitor } from "../support/visitor.ts";
import { listing, openFaultyShop } from "./faulty-shop.ts";

// The end of the error catalogue: what no page has caught, what docs/specification.md#fallbacks hides, and
// the errors of docs/specification.md#authentication-errors. See catalogue.test.ts.

const { buyer, fault } = await openFaultyShop();
const shown = { status: 200 };

// Also: tests/inline-scripts/uncaught.test.ts
// Also: tests/e2e/layout/uncaught.js.e2e.ts
test("Global uncaught error", async () => {
  const place = `${origin}/assets/order-1.js:1:20`;
  const body = JSON.stringify(["x is not a function", place, [{ name: "id", description: "a-request" }]]);
  const headers = { Origin: origin };
  const answer = await visitor.passingBy().fetch("/client-errors", { method: "POST", headers, body });
  expect(answer.status).toBe(204);
  expect(await db.select({ count: clientErrors.count }).from(clientErrors)).toEqual([{ count: 1 }]);
});

test("Error boundary", async () => {
  expectErrorLog("a fault made by the test");
  buyer.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "orders"')) });
  const page = await buyer.submit("/orders/some-order", { intent: "cancel" });
  buyer.send = visitor.signedOut().send;
  expect(page.status).toBe(500);
  expect(page.text).toMatch(/Something went wrong.*Return to Home/);
  // The inline script, which every page contains, removes the stored payment redirect there.
  const missing = await visitor.signedOut().get("/no/such/page");
  for (const { html } of [page, missing]) expect(html).toMatch(/<div[^>]* data-clear-redirect/);
  expect(page.text).not.toContain("D1_ERROR");
});

// Also: tests/gigs/page/around-gig.test.ts
test("Silent fallbacks", async () => {
  const example = " We couldn't load today's services\\. These are examples, not offers\\. .*Example.*";
  const samples = new RegExp(`This Month${example}Affordable Services${example}Featured Services`);
  const silent = /^(?!.*(Failed|Error|Could not)).*All Glass Services/;
  await fault(
    'from "gig_counts"',
    get(listing),
    '"section":"count"',
    /^(?!.*(Failed|Error)).*All Glass Services \(0\)/,
    shown,
  );
  await fault('from "subcategories" where', get(listing), '"section":"subcategories"', silent, {
    status: 200,
  });
  for (const table of ["seo_faqs", "seo_features"])
    await fault(`from "${table}"`, get(listing), "section read failed", silent, shown);
  await fault('from "gigs"', get("/"), "section read failed", samples, {
    status: 200,
  });
  await fault(
    'left join "profiles"',
    get("/search?q=window"),
    '"section":"search"',
    /The search did not respond. Please try again./,
    {
      ...shown,
    },
  );
});

// Also: tests/auth/tokens.test.ts
test("Authentication library errors", async () => {
  const refreshed = await visitor
    .passingBy()
    .fetch("/auth/refresh", { method: "POST", headers: { Origin: origin } });
  expect([refreshed.status, await refreshed.json()]).toEqual([
    401,
    { error: { code: "session_missing", message: "Auth session missing" } },
  ]);
  const faults = ["key_set_empty", "no_matching_key", "invalid_signature"] as const;
  expect(faults.map((fault) => new TokenError(fault).message)).toEqual([
    "The key set is empty",
    "No matching signing key found in the key set",
    "Invalid token signature",
  ]);
});
