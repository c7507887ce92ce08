import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";

/**
 * What money is paid for: an order, or a seller's registration. Each row of the ledger tables names exactly
 * one (drizzle/schema/money.ts).
 */
export type PaidFor = { id: string; isRegistration?: true };

/** The two columns of a row that say what it is for. */
export type PaidForColumns = { orderId: string | null; registrationId: string | null };

/** The columns of a new row. */
export function columnsOf(paidFor: PaidFor): PaidForColumns {
  const { id, isRegistration } = paidFor;
  return isRegistration ? { orderId: null, registrationId: id } : { orderId: id, registrationId: null };
}

/** What a row is for; null if neither, which a mismatch may be. */
export function paidForOf({ orderId, registrationId }: PaidForColumns): PaidFor | null {
  if (orderId !== null) return { id: orderId };
  return registrationId === null ? null : { id: registrationId, isRegistration: true };
}

/** A condition: the row is for this. */
export function isFor(
  table: { orderId: AnyColumn; registrationId: AnyColumn },
  { id, isRegistration }: PaidFor,
): SQL {
  return eq(isRegistration ? table.registrationId : table.orderId, id);
}

/** The name of the column, for SQL written by hand. */
export function columnFor({ isRegistration }: PaidFor): SQL {
  return sql.raw(isRegistration ? "registration_id" : "order_id");
}
