import { and, eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
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

/** The payment that an order has taken; null when it is not paid. */
export async function findApplied(db: Db, orderId: string): Promise<Payment | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.outcome, "applied")));
  return payment ?? null;
}
