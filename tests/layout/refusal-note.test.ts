import { expect, test } from "vitest";
import { publish, wholeDraft, writer } from "../gigs/editor/writer.ts";
import { operator } from "../support/accounts/operator.ts";
import { gig, person } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { db, visitor } from "../support/visitor.ts";

const { ann: eve } = await operator();
const reason = "A reason that is long enough";

/** The text of the one element that takes the focus when the page is loaded. */
function focused(html: string): string | undefined {
  const [found, ...more] = html.matchAll(/<[^>]* role="alert"[^>]* autofocus=""[^>]*>(.*?)<\/h2>/gs);
  expect(more).toEqual([]);
  return found?.[1]?.replace(/<[^>]*>/g, "");
}

// A screen reader does not announce an alert that is in the page from the start.
test("The reason for a refusal takes the focus when the page is loaded, whether or not the form has fields", async () => {
  const ann = await visitor.signedIn();
  const order = await orderRow(db, { buyerId: ann.id });
  const path = `/orders/${order.id}`;
  expect(focused((await ann.submit(path, { intent: "start" })).html)).toContain("Only the seller");
  expect(focused((await ann.get(path)).html)).toBeUndefined();

  const console = `/admin/orders/${order.id}`;
  const late = await eve.submit(console, { intent: "request-cancel", version: "9", reason });
  expect(focused(late.html)).toContain("This order has changed");
  const ended = await eve.submit(`${console}?confirm=operator-cancel`, {
    intent: "operator-cancel",
    version: "9",
    reason,
  });
  expect(focused(ended.html)).toContain("This order has changed");
  const setting = { id: "refund_days", seen: "9", value: "7", reason };
  expect(focused((await eve.submit("/admin/settings", setting)).html)).toContain("This was changed");
  const { id: seller } = await person(db);
  const held = await eve.submit(`/admin/payouts/${seller}`, { intent: "release", reason });
  expect(focused(held.html)).toContain("These payouts have changed");

  const bob = await writer();
  const unsure = await publish(bob, await wholeDraft(bob), {});
  expect(focused(unsure.html)).toContain("1 thing");
  expect(unsure.html).toContain('<a href="#rights">Confirm that you hold the rights');
  const { id: sold } = await gig(db, { sellerId: bob.id });
  await orderRow(db, { gigId: sold, sellerId: bob.id });
  const kept = await bob.submit(`/services/create/${sold}/delete?gig=1`, { intent: "delete" });
  expect(focused(kept.html)).toContain("order");
});
