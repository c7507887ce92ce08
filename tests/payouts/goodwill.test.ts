import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, earnedMonths, ledger, settings } from "#drizzle/schema.ts";
import { recount } from "#scripts/data/derived-rows.ts";
import { operator } from "#tests/support/accounts/operator.ts";
import { day, minute, pass, sweep } from "#tests/support/clock.ts";
import {
  balancesOf,
  completedOrder,
  readyAccount,
  transfersAtStripe,
  transfersOf,
} from "#tests/support/payouts.ts";
import { deliveries } from "#tests/support/stripe.ts";
import { db, type Visitor } from "#tests/support/visitor.ts";
import { act } from "../admin/orders/operator-order.ts";

await deliveries("off");
await db.insert(settings).values({ key: "fee_percent", value: "20" });
const { ann: op } = await operator();

const earnedBy = async (userId: string) =>
  (await db.select().from(earnedMonths).where(eq(earnedMonths.userId, userId))).reduce(
    (sum, { cents }) => sum + cents,
    0,
  );

/** Bob's order of $80 with a fee of $16 has cleared. @param sent his earnings were transferred */
async function clearedOrder(sent: boolean) {
  const made = await completedOrder({ priceCents: 8000 });
  if (sent) await readyAccount(made.bob.id);
  await pass(15 * day);
  await sweep();
  expect(await transfersAtStripe(made.order.id)).toHaveLength(sent ? 1 : 0);
  return made;
}

const question = "Who bears the seller's share of $";
const panel = async (visitor: Visitor, id: string) =>
  (await visitor.get(`/admin/orders/${id}?refund=50`)).text;

test("The platform bears the seller's share of a refund after the transfer, unless the operator says otherwise", async () => {
  const { order, bob } = await clearedOrder(true);
  const page = await op.get(`/admin/orders/${order.id}?refund=50`);
  expect(page.text).toContain(`${question}40.00?`);
  expect(page.html).toMatch(/value="platform"[^>]*checked|checked[^>]*value="platform"/);

  const without = await act(op, order.id, { intent: "refund", amount: "50" });
  expect([without.status, without.text.includes("Please choose who bears the seller's share")]).toEqual([
    400,
    true,
  ]);
  expect((await act(op, order.id, { intent: "refund", amount: "50", bearer: "nobody" })).status).toBe(400);

  const before = await earnedBy(bob.id);
  expect((await act(op, order.id, { intent: "refund", amount: "50", bearer: "platform" })).status).toBe(303);
  await pass(minute);
  await sweep();
  // The buyer has $50 back, and nothing is taken from Bob.
  expect(await transfersOf(order)).toMatchObject([{ cents: 6400, reversedCents: 0 }]);
  const books = await balancesOf(order.id);
  expect(books).toMatchObject({ goodwill: 4000, platform_revenue: -600 });
  expect(books).not.toHaveProperty("seller_payable");
  expect(books).not.toHaveProperty("seller_debts");
  const booked = await db
    .select()
    .from(ledger)
    .where(and(eq(ledger.orderId, order.id), eq(ledger.account, "goodwill")));
  expect(booked.map(({ transaction }) => transaction)).toEqual([
    expect.stringMatching(`^goodwill:${order.id}:\\d+$`),
  ]);
  const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
  expect(audit.map(({ action }) => action)).toEqual(["refund"]);
  // What Bob has earned stays, on his pages and in the counts of a copy.
  expect(await earnedBy(bob.id)).toBe(before);
  await recount(env.DB);
  expect(await earnedBy(bob.id)).toBe(before);
  const shown = (await bob.get("/earnings")).text;
  expect(shown).toContain("Refunded $50.00 · We paid $40.00 of it · Fee $6.00");
  expect(shown).toContain("You earn $64.00. Sent to your Stripe account on ");
  expect((await op.get(`/admin/orders/${order.id}`)).text).toContain(
    "Goodwill: the seller's share, paid by the platform",
  );
});

test("If the seller bears the share, it is taken back from the transfer", async () => {
  const { order, bob } = await clearedOrder(true);
  const before = await earnedBy(bob.id);
  expect((await act(op, order.id, { intent: "refund", amount: "50", bearer: "seller" })).status).toBe(303);
  await pass(minute);
  await sweep();
  expect(await transfersOf(order)).toMatchObject([{ cents: 6400, reversedCents: 4000 }]);
  expect(await balancesOf(order.id)).not.toHaveProperty("goodwill");
  expect(await earnedBy(bob.id)).toBe(before - 4000);
  expect((await bob.get("/earnings")).text).toContain("You earn $24.00.");
});

test("Cleared earnings that wait are sent in full after a refund that the platform bears", async () => {
  const { order, bob } = await clearedOrder(false);
  expect(await panel(op, order.id)).toContain(`${question}40.00?`);
  expect((await act(op, order.id, { intent: "refund", amount: "80", bearer: "platform" })).status).toBe(303);
  expect((await bob.get("/earnings")).text).toContain(
    "You earn $64.00. Set up payouts to receive these earnings.",
  );
  expect(await balancesOf(order.id)).toMatchObject({ goodwill: 6400, seller_payable: -6400 });
});

test("Before the earnings clear, the seller bears the share and nothing is asked", async () => {
  const { order } = await completedOrder({ priceCents: 8000 });
  expect(await panel(op, order.id)).not.toContain(question);
  expect((await act(op, order.id, { intent: "refund", amount: "50", bearer: "platform" })).status).toBe(303);
  expect(await balancesOf(order.id)).toMatchObject({ seller_payable: -2400 });
});
