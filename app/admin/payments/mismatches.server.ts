import { eq, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import type { Payment } from "#app/payments/payments.server.ts";
import { mismatches, payments } from "#drizzle/schema.ts";

/** How many of each kind are shown at once, the oldest first; the others follow when these are resolved. */
const shownAtOnce = 50;

/** The queue: payments that their order could not take as they are, and money at Stripe that nothing here explains. */
export async function list(db: Db) {
  const [differing, unexplained, resolved] = await Promise.all([
    db.select().from(payments).where(sql`outcome = 'mismatch'`).orderBy(payments.n).limit(shownAtOnce),
    db.select().from(mismatches).where(sql`resolved_at is null`).orderBy(mismatches.at).limit(shownAtOnce),
    db.select().from(mismatches).where(sql`resolved_at is not null`).orderBy(sql`resolved_at desc`).limit(20),
  ]);
  return { differing, unexplained, resolved };
}

/** A payment of the queue; null: there is none that waits. */
export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment?.outcome === "mismatch" ? payment : null;
}

/** The order that money of the queue is about; null: there is none. @param id Stripe's */
export async function findOrderOfMismatch(db: Db, id: string): Promise<orders.Order | null> {
  const [mismatch] = await db.select().from(mismatches).where(eq(mismatches.id, id));
  return mismatch?.orderId ? await orders.find(db, mismatch.orderId) : null;
}

/** Gives a payment back that its order could not take: booked, due at Stripe, and the payer told. Only for dollars. */
export async function returnPayment(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  payment: Payment,
  by: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  const order = await orders.find(db, payment.orderId);
  if (!order) throw new Error(`Payment ${payment.id} is for no order`);
  const { checkoutSessionId, paymentIntentId, amountCents } = payment;
  return await runAudited(() =>
    db.batch([
      audited(db, "return-payment", waitingPayment(payment), by, at),
      db.update(payments).set({ outcome: "returned" }).where(eq(payments.id, payment.id)),
      ledger.unwantedPayment(db, order, checkoutSessionId, amountCents, at),
      moneyCalls.refundDue(db, order.id, paymentIntentId, amountCents, "return", at),
      outbox.mail(db, "payment_returned", order.buyerId, order.id, at),
    ]),
  );
}

/** Somebody has looked into a payment and settled it without a refund from here: its order can be paid again. */
export async function resolvePayment(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  payment: Payment,
  by: Decision,
): Promise<WriteResult> {
  return await runAudited(() =>
    db.batch([
      audited(db, "look-into", waitingPayment(payment), by, clock.now()),
      db.update(payments).set({ outcome: "resolved" }).where(eq(payments.id, payment.id)),
    ]),
  );
}

/** Somebody has looked into money that nothing explained. */
export async function resolveMismatch(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  id: string,
  by: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  const waiting = sql<string>`(select ifnull(order_id, id) from mismatches where id = ${id} and resolved_at is null)`;
  return await runAudited(() =>
    db.batch([
      audited(db, "look-into", waiting, by, at),
      db.update(mismatches).set({ resolvedAt: at }).where(eq(mismatches.id, id)),
    ]),
  );
}

/** The order of a payment that waits; else null, which the audit log refuses (docs/architecture.md#claims). */
function waitingPayment({ id }: Payment) {
  return sql<string>`(select order_id from payments where id = ${id} and outcome = 'mismatch')`;
}
