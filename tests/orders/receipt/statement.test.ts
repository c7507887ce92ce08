import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { settings } from "#drizzle/schema.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, visitor } from "../../support/visitor.ts";

// docs/specification.md#receipt-page. Help promises: "Each order has a statement with price, credit, fee and
// your net amount, and you can print it."

await deliveries("off");
await db.insert(settings).values({ key: "fee_percent", value: "20" });

it("The seller's statement shows price, credit, fee and net in the seller's terms; the list of orders and the order link to it", async () => {
  const { ann, bob, order } = await paidOrder({}, await visitor.signedIn({ credit: true }));
  const path = `/orders/${order.id}/receipt`;
  const { text, title } = await bob.get(path);
  expect(title).toContain("Statement");
  expect(text).toContain("Price $80.00 Platform fee −$16.00 You earn $64.00");
  expect(text).toContain("How the buyer paid By card $70.00 With credit $10.00");
  expect(text).toContain("The buyer's credit does not reduce what you earn.");
  expect(text).not.toContain("Paid by card");
  for (const page of ["/orders?tab=selling", `/orders/${order.id}`]) {
    const { html } = await bob.get(page);
    expect(html).toMatch(new RegExp(`href="${path}"[^>]*>Statement`));
  }
  expect((await ann.get(`/orders/${order.id}`)).html).toMatch(new RegExp(`href="${path}"[^>]*>Receipt`));
  expect((await ann.get(path)).text).not.toContain("You earn");
  await db.delete(settings).where(eq(settings.key, "fee_percent"));
});
