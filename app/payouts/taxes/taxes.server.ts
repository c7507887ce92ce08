import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Period } from "#app/payouts/statements/period.ts";
import type { Quarter, TaxYear } from "#app/payouts/taxes/taxes.ts";

/** How many sellers are read at a time. */
const pageSize = 50;

/** A seller in the file of all sellers. `country`: where they are paid; null: they have not said. */
export type TaxSeller = {
  id: string;
  /** Null for a deleted account. */
  name: string | null;
  username: string | null;
  country: string | null;
};

/**
 * Lists sellers whose ledger has entries until the end of a year, by id, including those who have left.
 * @param after the id after which the page starts; empty: the first page
 */
export async function listSellers(db: Db, year: Period, after: string): Promise<TaxSeller[]> {
  return await db.all<TaxSeller>(sql`
    select p.id, iif(p.deleted_at is null, p.full_name, null) as name, iif(p.deleted_at is null, p.username, null) as username,
      ${countryOf("p")} as country
    from (select distinct user_id from statement_months where user_id > ${after} and month <= ${year.lastMonth} order by user_id limit ${pageSize}) m
    join profiles p on p.id = m.user_id order by p.id`);
}

/** The country where a seller is paid, two letters; null: they have not said. */
export async function findCountry(db: Db, sellerId: string): Promise<string | null> {
  const [row] = await db.all<{ country: string | null }>(
    sql`select ${countryOf("p")} as country from profiles p where p.id = ${sellerId}`,
  );
  return row?.country ?? null;
}

/** The country of the newest account at Stripe; without one, the country that the application names. */
function countryOf(profile: string): SQL<string | null> {
  const p = sql.identifier(profile);
  return sql`ifnull((select a.country from payout_accounts a where a.user_id = ${p}.id order by a.number desc limit 1),
    (select s.payout_country from sellers s where s.user_id = ${p}.id))`;
}

/**
 * Adds up what sellers sold in a year, by quarter. It reads at most two rows for each seller and month.
 * @returns by the seller's id; a quarter without entries is absent
 */
export async function findYears(db: Db, sellerIds: string[], year: Period): Promise<Map<string, TaxYear>> {
  const [byPayment, byClearing] = await Promise.all([
    quartersOf(
      db,
      sql`select user_id, month, orders, paid_cents + paid_fee_cents as gross, paid_fee_cents + refunded_fee_cents as fee,
        -refunded_cents - refunded_fee_cents as refunded from statement_months`,
      sellerIds,
      year,
    ),
    quartersOf(
      db,
      sql`select user_id, month, orders, gross_cents as gross, fee_cents as fee, refunded_cents as refunded from cleared_months`,
      sellerIds,
      year,
    ),
  ]);
  return new Map(
    sellerIds.map((id) => [id, { byPayment: byPayment.get(id) ?? [], byClearing: byClearing.get(id) ?? [] }]),
  );
}

/** @param rows a select of months: `user_id`, `month`, `orders`, `gross`, `fee` and `refunded` */
async function quartersOf(
  db: Db,
  rows: SQL,
  sellerIds: string[],
  { firstMonth, lastMonth }: Period,
): Promise<Map<string, Quarter[]>> {
  const quarters = await db.all<Quarter & { sellerId: string }>(sql`
    select user_id as sellerId, (cast(substr(month, 6) as integer) + 2) / 3 as quarter, sum(orders) as orders,
      sum(gross) as grossCents, sum(fee) as feeCents, sum(refunded) as refundedCents
    from (${rows}) where user_id in (select value from json_each(${JSON.stringify(sellerIds)}))
      and month between ${firstMonth} and ${lastMonth}
    group by 1, 2 having sum(orders) <> 0 or sum(gross) <> 0 or sum(fee) <> 0 or sum(refunded) <> 0 order by 1, 2`);
  const bySeller = Map.groupBy(quarters, ({ sellerId }) => sellerId);
  return new Map([...bySeller].map(([id, list]) => [id, list.map(({ sellerId: _, ...quarter }) => quarter)]));
}

/** The years since the first entry of any seller, the newest first. @param at UTC ms */
export async function listYears(db: Db, at: number): Promise<string[]> {
  const [row] = await db.all<{ first: number | null }>(
    sql`select (select at from ledger order by number limit 1) as first`,
  );
  if (row?.first == null) return [];
  const last = new Date(at).getUTCFullYear();
  const first = new Date(row.first).getUTCFullYear();
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => String(last - i));
}
