import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { MoneyCall } from "#app/payments/money-calls.server.ts";
import { payments } from "#drizzle/schema.ts";

export type Payment = typeof payments.$inferSelect;

/** The claim of a fulfilment: a plain insert, whose unique session id lets one of many through. */
export function insert(db: Db, payment: Omit<Payment, "n">) {
  return db.insert(payments).values(payment);
}

/** What came in through a session; null while nothing has. */
export async function findBySession(db: Db, sessionId: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.checkoutSessionId, sessionId));
  return payment ?? null;
}

/** What came in through a payment intent; null while nothing has. @param intent `pi_…` */
export async function findByIntent(db: Db, intent: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.paymentIntentId, intent));
  return payment ?? null;
}

/** True while money came in for this order that an operator must look at: nobody should pay once more. */
export async function hasMismatch(db: Db, orderId: string): Promise<boolean> {
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.outcome, "mismatch")));
  return payment !== undefined;
}

/**
 * Money that came in for an order, and that the order has not taken, oldest first. Cents. `state`: `returned`, or `mismatch` while an operator must
 * look. `differs`: it was not what the order costs. `refund`: how far its way back is; null: none has begun.
 */
export async function listNotTaken(db: Db, orderId: string) {
  return await db
    .select({
      id: payments.id,
      state: sql<"returned" | "mismatch">`${payments.outcome}`,
      cents: payments.amountCents,
      differs: sql`${payments.note} is not null`.mapWith(Boolean),
      refund: sql<MoneyCall["state"] | null>`(select state from money_calls call
        where call.order_id = payments.order_id and call.kind = 'refund' and json_extract(call.params, '$.metadata.reason') = 'return'
          and json_extract(call.params, '$.payment_intent') is payments.payment_intent_id
        order by call.n desc limit 1)`,
    })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.outcome, ["returned", "mismatch"])))
    .orderBy(payments.n);
}

/** The payment that an order has taken; null when it is not paid. */
export async function findApplied(db: Db, orderId: string): Promise<Payment | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.outcome, "applied")));
  return payment ?? null;
}
