import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { find } from "#app/orders/orders.server.ts";
import { refund as refundOrder } from "#app/transitions/apply-transition.server.ts";
import { earnings } from "#drizzle/schema.ts";
import { day, deps, pass, sweep } from "#tests/support/clock.ts";
import { balancesOf, completedOrder, readyAccount } from "#tests/support/payouts.ts";
import { db } from "#tests/support/visitor.ts";

test("A refund whose clock is a few milliseconds behind is taken back from what was sent", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  await pass(15 * day);
  await sweep();
  const [row] = await db.select().from(earnings).where(eq(earnings.orderId, order.id));
  const behind = { ...deps, clock: { ...deps.clock, now: () => (row?.clearsAt ?? 0) - 5 } };
  const found = await find(db, order.id);
  if (!found) throw new Error("gone");
  expect(await refundOrder(behind, found, 8000, order.sellerId, "A good reason")).toBeTruthy();
  await sweep();
  await pass(day);
  await sweep();
  expect(await balancesOf(order.id)).not.toHaveProperty("seller_payable");
});
