import { type SQL, sql } from "drizzle-orm";
import { rowsPerPage } from "#app/admin/list-page.server.ts";
import { boundsOf, hasMoreOrders, pageOf, paidForNamed } from "#app/admin/payments/payment-search.server.ts";
import type { PaymentSearch, PaymentTab } from "#app/admin/payments/payment-search.ts";
import type { Db } from "#app/context.ts";

export type ListTab = Exclude<PaymentTab, "mismatches">;

/** A payment, or a refund. */
export type PaymentRow = {
  id: string;
  /** UTC ms. */
  at: number;
  cents: number;
  currency: string;
  /** A payment's outcome. For a refund, the state of its call; `replaced`: it failed and was sent again. */
  state: string;
  /** What is wrong with it, or its last error. Null: nothing. */
  note: string | null;
  /** How much of the payment has gone back to the card. */
  refundedCents: number;
  /** The newest dispute about a payment that was accepted. Null: there is none. */
  dispute: "open" | "won" | "lost" | null;
  /** The payment intent or the Checkout Session, or the refund. Null: Stripe has not answered yet. */
  stripeId: string | null;
  orderId: string | null;
  registrationId: string | null;
  /** The title of the extra that was paid or refunded. Null: it is for the order or the application. */
  extra: string | null;
};

type Owner = "order_id" | "registration_id";

const titleOfExtra = (id: string) => sql`(select title from order_extras where id = ${sql.raw(id)}) as extra`;

const paymentsFor = (owner: Owner) => {
  const same = sql.raw(`${owner} = p.${owner}`);
  return sql`p.id, ${titleOfExtra("p.extra_id")}, p.at, p.amount_cents as cents, p.currency, p.outcome as state, p.note,
    ifnull(p.payment_intent_id, p.checkout_session_id) as stripeId, p.order_id as orderId, p.registration_id as registrationId,
    (select ifnull(sum(r.params ->> 'amount'), 0) from money_calls r where r.${same} and r.kind = 'refund'
      and r.state = 'confirmed' and r.params ->> 'payment_intent' = p.payment_intent_id) as refundedCents,
    iif(p.outcome = 'applied', (select d.state from disputes d where d.${same}
      and ifnull(d.payment_intent_id, p.payment_intent_id) is p.payment_intent_id order by d.at desc limit 1), null) as dispute`;
};

const refundColumns = sql`p.id, ${titleOfExtra("(select extra_id from payments where payment_intent_id = p.params ->> 'payment_intent')")}, p.at, cast(p.params ->> 'amount' as integer) as cents, 'usd' as currency,
    iif(p.state = 'failed' and exists (select 1 from money_calls later where later.replaces = p.id), 'replaced', p.state) as state,
    p.error as note, p.stripe_id as stripeId, p.order_id as orderId, p.registration_id as registrationId,
    0 as refundedCents, null as dispute`;

/** Where the rows of each tab are. `index`: the partial index of just these rows, by time. */
const tabs: Record<ListTab, { table: SQL; index: SQL; isListed: SQL; owners: Owner[]; columns: SQL }> = {
  payments: {
    table: sql`payments`,
    index: sql`payments_orders_at`,
    isListed: sql`p.order_id is not null`,
    owners: ["order_id"],
    columns: paymentsFor("order_id"),
  },
  fees: {
    table: sql`payments`,
    index: sql`payments_fees_at`,
    isListed: sql`p.registration_id is not null`,
    owners: ["registration_id"],
    columns: paymentsFor("registration_id"),
  },
  refunds: {
    table: sql`money_calls`,
    index: sql`money_calls_refunds_at`,
    isListed: sql`p.kind = 'refund'`,
    owners: ["order_id", "registration_id"],
    columns: refundColumns,
  },
};

/**
 * Lists a page of payments, registration fees or refunds, newest first. It reads at most 400 rows, with a
 * text at most 4,000.
 * @returns `isCut`: the payer has more orders than were searched
 */
export async function list(db: Db, show: ListTab, search: PaymentSearch) {
  const [from, isCut] = await Promise.all([startOf(db, show, search), hasMoreOrders(db, search.q)]);
  return { ...pageOf(await db.all<PaymentRow>(pageQuery(show, search, from))), isCut };
}

/** The row after which the page begins. `number` 0: all rows before that time. */
type Start = { at: number; number: number };

async function startOf(db: Db, show: ListTab, search: PaymentSearch): Promise<Start> {
  const { end } = boundsOf(search);
  const { table } = tabs[show];
  const [last] =
    search.after === null
      ? []
      : await db.all<Start>(sql`select at, number from ${table} where id = ${search.after}`);
  return last && last.at < end ? last : { at: end, number: 0 };
}

/** The query of a page, with one row more than it shows. */
export function pageQuery(show: ListTab, search: PaymentSearch, from: Start): SQL {
  const { table, index, isListed, owners, columns } = tabs[show];
  const { first } = boundsOf(search);
  const place = sql`p.at >= ${first} and p.at <= ${from.at} and (p.at < ${from.at} or p.number < ${from.number})`;
  if (search.q === "")
    return sql`select ${columns} from ${table} p indexed by ${index} where ${isListed} and ${place}
      order by p.at desc, p.number desc limit ${rowsPerPage + 1}`;
  const named = paidForNamed(search.q);
  const numbers = owners.map(
    (owner) =>
      sql`select number from ${table} p where ${isListed} and ${sql.raw(owner)} in (${owner === "order_id" ? named.orders : named.registrations})`,
  );
  // The unary plus keeps SQLite from reading all rows in the order of time. The inner select sorts without
  // the other columns, which read more rows.
  return sql`select ${columns} from ${table} p where p.number in (
      select number from (select p.number from ${table} p where p.number in (${sql.join(numbers, sql` union all `)}) and ${place}
        order by +p.at desc, p.number desc limit ${rowsPerPage + 1}))
    order by +p.at desc, p.number desc`;
}
