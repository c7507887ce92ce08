import { expect, test } from "vitest";
import { get } from "../support/faults.ts";
import { origin, visitor } from "../support/visitor.ts";
import { fault, listing } from "./faulty-shop.ts";

// The end of the error catalogue: what docs/specification.md#fallbacks hides, and the errors of
// docs/specification.md#authentication-errors. See catalogue.test.ts.

const shown = { status: 200 };

// Also: tests/gigs/page/around-gig.test.ts: Related and recently viewed gigs are empty if they cannot be
test("Silent fallbacks", async () => {
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
  await fault('from "gigs"', get("/"), "section read failed", /These are examples, not offers\..*Example/, {
    status: 200,
  });
  await fault('left join "profiles"', get("/search?q=window"), '"section":"search"', /No results found/, {
    status: 200,
  });
});

// Also: tests/auth/tokens.test.ts: Each of the four faults has its name
test("Authentication library errors", async () => {
  const refreshed = await visitor
    .passingBy()
    .fetch("/auth/refresh", { method: "POST", headers: { Origin: origin } });
  expect([refreshed.status, await refreshed.json()]).toEqual([
    401,
    { error: { code: "session_missing", message: "Auth session missing" } },
  ]);
});
