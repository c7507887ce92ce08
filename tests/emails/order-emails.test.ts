import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { profiles } from "#drizzle/schema.ts";
import { mailsTo } from "../support/mails.ts";
import { paidAtStripe } from "../support/purchase.ts";
import { deliver, deliveries } from "../support/stripe.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

// Help promises: "We let the seller know right away." and, of the receipt, "You'll also get it by email after
// each payment."
it("A payment mails the buyer the receipt and the seller the order in the same moment", async () => {
  const { ann, bob, order, event } = await paidAtStripe();
  for (const { email } of [ann, bob]) expect(await mailsTo(email, 0)).toEqual([]);
  await deliver(event);
  const [[receipt], [sold]] = [await mailsTo(ann.email), await mailsTo(bob.email)];
  expect(receipt?.subject).toContain("Your receipt for “");
  expect(receipt?.text).toContain(`/orders/${order.id}/receipt`);
  expect(receipt?.text).toContain("You paid $80.00 by card");
  expect(sold?.text).toContain(`/orders/${order.id}`);
});

it("An email about an order introduces the other party once with both names, and names them as they gave their name", async () => {
  const { ann, bob, event } = await paidAtStripe();
  const name = (id: string, username: string, fullName: string) =>
    db.update(profiles).set({ username, fullName }).where(eq(profiles.id, id));
  await name(ann.id, "emma_c", "Emma Castellanos");
  await name(bob.id, "okafor_d", "Daniel Okafor");
  await deliver(event);
  const [[receipt], [order]] = [await mailsTo(ann.email), await mailsTo(bob.email)];
  const introductions = (text = "") => text.split("\n\n").filter((part) => part.includes("· @"));
  expect(introductions(receipt?.text)).toEqual(["Seller: Daniel Okafor · @okafor_d"]);
  expect(introductions(order?.text)).toEqual(["Buyer: Emma Castellanos · @emma_c"]);
  expect(receipt?.text).toContain("We've let Daniel Okafor know.");
  expect(order?.text).toContain("Emma Castellanos ordered and paid for");
});
