import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { find } from "#app/orders/orders.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { orders, profiles } from "#drizzle/schema.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db } from "../../support/visitor.ts";

await deliveries("off");

it("A receipt has the form of an invoice: number, date, both parties, service, amounts and dated refunds", async () => {
  const { ann, bob, order } = await paidOrder();
  await db
    .update(profiles)
    .set({ username: "bakers_cat", fullName: "Daniel Okafor" })
    .where(eq(profiles.id, bob.id));
  const paidAt = Date.UTC(2026, 0, 5, 20, 30);
  await db.update(orders).set({ paidAt }).where(eq(orders.id, order.id));
  const found = await find(db, order.id);
  const refund = { db, clock: { now: () => Date.UTC(2026, 0, 9, 8, 15) } };
  if (found) await orderTransitions.refund(refund, found, 3000, bob.id, "A part of it");
  const path = `/orders/${order.id}/receipt`;
  const { text } = await ann.get(path);
  const parts = [
    `Number #${order.id.slice(0, 8)}`,
    "Paid on 5 Jan 2026, 20:30 UTC",
    "Seller Daniel Okafor · @bakers_cat",
    "Buyer ",
    ann.email,
    order.title,
    `Package: ${order.packageTitle} $80.00`,
    "Price $80.00",
    "Paid by card $80.00",
    "Refunds 9 Jan 2026, 08:15 UTC $30.00 to the card",
    "Payment breakdown Seller's net",
    "Refunded to the card $30.00",
    "Total $80.00",
    "run by Handiwork Example Ltd, 1 Example Street, 10115 Berlin, Germany, hello@handiwork.example",
  ];
  const places = parts.map((words) => text.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  // Each party's own address only.
  expect(text).not.toContain(bob.email);
  const sellers = await bob.get(path);
  expect(sellers.text).toContain(bob.email);
  expect(sellers.text).not.toContain(ann.email);
  for (const words of ["Where it went", "Together"]) expect(sellers.text).not.toContain(words);
});
