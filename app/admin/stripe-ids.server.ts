import { type SQL, sql } from "drizzle-orm";

/** The maximum number of rows that are read for one object at Stripe. More than one is rare. */
const maxOfOne = 6;

/**
 * Selects `order_id` and `registration_id` of what an object at Stripe was paid for: a Checkout Session
 * (`cs_`), a payment (`pi_`), a refund (`re_`), a dispute (`dp_`, `du_`) or a transfer (`tr_`). Each has its
 * own index. A mismatch may have neither.
 */
export function paidForAtStripe(id: string): SQL {
  const of = (rows: SQL) =>
    sql`select * from (select order_id, registration_id from ${rows} limit ${maxOfOne})`;
  return sql.join(
    [
      of(sql`payments where checkout_session_id = ${id}`),
      of(sql`payments where payment_intent_id = ${id}`),
      of(sql`money_calls where stripe_id = ${id}`),
      of(sql`disputes where id = ${id}`),
      of(sql`mismatches where id = ${id}`),
    ],
    sql` union `,
  );
}
