import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs } from "#drizzle/schema.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db } from "../support/visitor.ts";

// Terms promise: "Later changes to the gig don't change your order."

await deliveries("off");

it("Title, package, price, days, revisions and questions of an order do not change when its gig does", async () => {
  const questions = [{ question: "Which clock is it?", type: "text" as const, required: true }];
  const { ann, bob, order } = await paidOrder({ title: "A clock repaired", questions });
  const pages = async () =>
    await Promise.all(
      [ann, bob].flatMap((reader) =>
        [`/orders/${order.id}`, `/orders/${order.id}/receipt`].map(
          async (path) => (await reader.get(path)).text,
        ),
      ),
    );
  const before = await pages();
  for (const text of before) expect(text).toMatch(/A clock repaired[\s\S]*\$80\.00/);
  expect(before[0]).toContain("Which clock is it?");
  await db
    .update(gigs)
    .set({ title: "Another", priceCents: 9900, deliveryDays: 9, revisions: 5, questions: [], features: [] })
    .where(eq(gigs.id, order.gigId));
  expect(await pages()).toEqual(before);
});
