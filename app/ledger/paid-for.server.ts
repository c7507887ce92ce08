import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";

/**
 * What money is paid for: an order, or a seller's registration. Each row of the books names exactly one
 * (drizzle/schema/money.ts).
 */
export type PaidFor = { id: string; isRegistration?: true };

/** The two columns of a row of the books. */
export type PaidForColumns = { orderId: string | null; registrationId: string | null };

/** What a new row of the books names. */
export function columnsOf(paidFor: PaidFor): PaidForColumns {
  const { id, isRegistration } = paidFor;
  return isRegistration ? { orderId: null, registrationId: id } : { orderId: id, registrationId: null };
}

/** What a row of the books names; null if it names nothing, as a mismatch may. */
export function paidForOf({ orderId, registrationId }: PaidForColumns): PaidFor | null {
  if (orderId !== null) return { id: orderId };
  return registrationId === null ? null : { id: registrationId, isRegistration: true };
}

/** A condition: a row of the books is about this. */
export function isFor(
  table: { orderId: AnyColumn; registrationId: AnyColumn },
  { id, isRegistration }: PaidFor,
): SQL {
  return eq(isRegistration ? table.registrationId : table.orderId, id);
}

/** The name of the column that names this, for SQL that is written by hand. */
export function columnFor({ isRegistration }: PaidFor): SQL {
  return sql.raw(isRegistration ? "registration_id" : "order_id");
}
