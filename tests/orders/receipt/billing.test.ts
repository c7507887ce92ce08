import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { orders, profiles } from "#drizzle/schema.ts";
import { sendProfile } from "../../support/pictures.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

// docs/specification.md#billing-details. Help promises: "If your bookkeeper needs a company name or tax
// number on it, add them in your profile before you order, because receipts keep the details that were valid
// on the day."

await deliveries("off");

const formOf = async (user: Visitor) => {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.id));
  return { username: profile?.username ?? "", fullName: "Ann Lee", title: "", bio: "", timeZone: "" };
};
const billing = { companyName: " Ölander & <Sons> ", taxNumber: "DE 123 456" };

it("Company name and tax number of the profile are on receipts of orders placed from then on, as they were that day", async () => {
  const ann = await visitor.signedIn();
  const before = await paidOrder({}, ann);
  expect((await sendProfile(ann, { ...(await formOf(ann)), ...billing })).status).toBe(303);
  const page = await ann.get("/profile");
  expect([page.field("companyName"), page.field("taxNumber")]).toEqual(["Ölander & <Sons>", "DE 123 456"]);

  const { bob } = await paidOrder({}, ann);
  const [, order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id)).orderBy(orders.number);
  if (!order) throw new Error("There is no second order");
  await sendProfile(ann, { ...(await formOf(ann)), companyName: "Another", taxNumber: "" });
  const receipt = await ann.get(`/orders/${order.id}/receipt`);
  expect(receipt.text).toContain("Company Ölander & <Sons> Tax number DE 123 456 Refund period");
  expect((await ann.get(`/orders/${before.order.id}/receipt`)).text).not.toContain("Tax number");
  // The privacy policy names what a seller sees; these are not among it.
  expect((await bob.get(`/orders/${order.id}/receipt`)).text).not.toMatch(/Sons|DE 123/);
});

it("Both are optional and limited in length, and refused text stays in the form", async () => {
  const ann = await visitor.signedIn();
  const long = { companyName: "a".repeat(101), taxNumber: "1".repeat(41) };
  const page = await sendProfile(ann, { ...(await formOf(ann)), ...long });
  expect(page.status).toBe(400);
  expect(page.text).toContain("Company name must be at most 100 characters");
  expect(page.text).toContain("Tax number must be at most 40 characters");
  expect(page.field("companyName")).toBe(long.companyName);
});

it("The refund period is printed on receipt and statement: 'its last day is printed on the order and the receipt'", async () => {
  const { ann, bob, order } = await paidOrder();
  for (const reader of [ann, bob])
    expect((await reader.get(`/orders/${order.id}/receipt`)).text).toContain(
      "Refund period 14 days from the first delivery",
    );
  await db
    .update(orders)
    .set({ firstDeliveredAt: Date.UTC(2026, 0, 5, 20, 30) })
    .where(eq(orders.id, order.id));
  for (const reader of [ann, bob])
    expect((await reader.get(`/orders/${order.id}/receipt`)).text).toContain(
      "Refund period Until 19 Jan 2026, 20:30 UTC",
    );
});
