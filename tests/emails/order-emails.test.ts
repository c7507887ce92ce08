import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { profiles } from "#drizzle/schema.ts";
import { mailsTo } from "../support/mails.ts";
import { paidAtStripe } from "../support/purchase.ts";
import { deliver, deliveries } from "../support/stripe.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

it("An email about an order presents the other party once, with both names", async () => {
  const { ann, bob, event } = await paidAtStripe();
  const name = (id: string, username: string, fullName: string) =>
    db.update(profiles).set({ username, fullName }).where(eq(profiles.id, id));
  await name(ann.id, "emma_c", "Emma Castellanos");
  await name(bob.id, "okafor_d", "Daniel Okafor");
  await deliver(event);
  const [receipt] = await mailsTo(ann.email);
  expect(receipt?.text.split("\n\n").filter((part) => part.includes("Okafor"))).toEqual([
    "Seller: Daniel Okafor · @okafor_d",
  ]);
  const [order] = await mailsTo(bob.email);
  expect(order?.text.split("\n\n").filter((part) => part.includes("Castellanos"))).toEqual([
    "Buyer: Emma Castellanos · @emma_c",
  ]);
});
