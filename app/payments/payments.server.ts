import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isFor, type PaidFor } from "#app/ledger/paid-for.server.ts";
import type { MoneyCall } from "#app/payments/money-calls.server.ts";
import { payments } from "#drizzle/schema.ts";

export type Payment = typeof payments.$inferSelect;

/**
 * A statement: the claim of a fulfilment. A plain insert, so that the unique session id lets only one
 * through.
 */
export function insert(db: Db, payment: Omit<Payment, "number">) {
  return db.insert(payments).values(payment);
}

/** Finds the payment of a Checkout Session. @returns null if the session has not been fulfilled */
export async function findBySession(db: Db, sessionId: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.checkoutSessionId, sessionId));
  return payment ?? null;
}

/** Finds the payment of a payment intent. @param intent `pi_…` @returns null if it was not fulfilled */
export async function findByIntent(db: Db, intent: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.paymentIntentId, intent));
  return payment ?? null;
}

/** True while an operator must check one of its payments. It must not be paid again until then. */
export async function hasMismatch(db: Db, paidFor: PaidFor): Promise<boolean> {
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isFor(payments, paidFor), eq(payments.outcome, "mismatch")));
  return payment !== undefined;
}

/**
 * Lists the payments that an order did not accept, oldest first, in cents. `state`: `returned`, or `mismatch`
 * while an operator must check it. `reason`: `differs`: the amount was not the order's price; `credit`: its
 * card has used the credit of another account; `late`: the order was already paid or cancelled. `refund`: the
 * state of its refund, null if there is none.
 */
export async function listNotTaken(db: Db, orderId: string) {
  return await db
    .select({
      id: payments.id,
      state: sql<"returned" | "mismatch">`iif(${payments.outcome} = 'mismatch', 'mismatch', 'returned')`,
      cents: payments.amountCents,
      reason: sql<"late" | "differs" | "credit">`case when ${payments.note} is not null then 'differs'
        when ${payments.outcome} = 'credit_refused' then 'credit' else 'late' end`,
      refund: sql<MoneyCall["state"] | null>`(select state from money_calls call
        where call.order_id = payments.order_id and call.kind = 'refund' and json_extract(call.params, '$.metadata.reason') = 'return'
          and json_extract(call.params, '$.payment_intent') is payments.payment_intent_id
        order by call.number desc limit 1)`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        inArray(payments.outcome, ["returned", "credit_refused", "mismatch"]),
      ),
    )
    .orderBy(payments.number);
}

/** Finds the payment that was accepted. @returns null if the order or the registration has not been paid */
export async function findApplied(db: Db, paidFor: PaidFor): Promise<Payment | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(isFor(payments, paidFor), eq(payments.outcome, "applied")));
  return payment ?? null;
}
