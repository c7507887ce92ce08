import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Period } from "#app/payouts/statements/period.ts";
import type { Quarter, TaxYear } from "#app/payouts/taxes/taxes.ts";
import { isUnheld } from "#app/payouts/waiting.server.ts";

/** How many sellers are read at a time. */
const pageSize = 50;

/** A seller in the file of all sellers. `country`: where they are paid; null: never said. */
export type TaxSeller = {
  id: string;
  /** Null for a deleted account. */
  name: string | null;
  username: string | null;
  country: string | null;
};

/**
 * Lists sellers whose ledger has entries until the end of a year, by id, also those who have left.
 * @param after the id after which the page starts; empty: the first page
 */
export async function listSellers(db: Db, year: Period, after: string): Promise<TaxSeller[]> {
  return await db.all<TaxSeller>(sql`
    select p.id, iif(p.deleted_at is null, p.full_name, null) as name, iif(p.deleted_at is null, p.username, null) as username,
      ${countryOf("p")} as country
    from (select distinct user_id from statement_months where user_id > ${after} and month <= ${year.lastMonth} order by user_id limit ${pageSize}) m
    join profiles p on p.id = m.user_id order by p.id`);
}

/** The country where a seller is paid, two letters; null: never said. */
export async function findCountry(db: Db, sellerId: string): Promise<string | null> {
  const [row] = await db.all<{ country: string | null }>(
    sql`select ${countryOf("p")} as country from profiles p where p.id = ${sellerId}`,
  );
  return row?.country ?? null;
}

/** That of the newest account at Stripe, or else the one that the application names. */
function countryOf(profile: string): SQL<string | null> {
  const p = sql.identifier(profile);
  return sql`ifnull((select a.country from payout_accounts a where a.user_id = ${p}.id order by a.number desc limit 1),
    (select s.payout_country from sellers s where s.user_id = ${p}.id))`;
}

/**
 * Adds up what sellers sold in a year, by quarter. It reads their ledger of the year and the orders that have
 * cleared since its beginning.
 * @param at UTC ms: only what has cleared by then counts
 * @returns by the seller's id; a quarter without entries is absent
 */
export async function findYears(
  db: Db,
  sellerIds: string[],
  year: Period,
  at: number,
): Promise<Map<string, TaxYear>> {
  const { start, end } = year;
  const asked = sql`(select value from json_each(${JSON.stringify(sellerIds)}))`;
  const isSale = sql`(l."transaction" like 'payment:%' or l."transaction" like 'return:%')`;
  const inYear = sql`from (select user_id, min(first_number) as first, max(last_number) as last from statement_months
      where user_id in ${asked} and month between ${year.firstMonth} and ${year.lastMonth} group by user_id) m
    cross join ledger l on l.user_id = m.user_id and l.account = 'seller_payable' and l.number between m.first and m.last
      and l.at >= ${start} and l.at < ${end} and ${isSale}`;
  const sentAt = sql`(select min(t.at) from transfers t where t.order_id = e.order_id and t.open = 1)`;
  // A hold after the earnings were sent moves the time in `earnings`, but not the day on which they cleared.
  const clearedAt = sql`min(e.clears_at, ifnull(${sentAt}, e.clears_at))`;
  const [byPayment, byClearing] = await Promise.all([
    sumsOf(db, sql`select m.user_id as seller_id, l."transaction", l.amount_cents, l.at ${inYear}`),
    sumsOf(
      db,
      sql`select e.seller_id, l."transaction", l.amount_cents, max(l.at, e.day) as at
        from (select e.order_id, e.seller_id, ${clearedAt} as day, ${sentAt} is not null or ${isUnheld("o")} as has_cleared
          from earnings e join orders o on o.id = e.order_id where e.seller_id in ${asked} and e.clears_at >= ${start}) e
        join ledger l on l.order_id = e.order_id and l.account = 'seller_payable' and ${isSale}
        where e.has_cleared and e.day <= ${at} and max(l.at, e.day) >= ${start} and max(l.at, e.day) < ${end}
        union all select m.user_id, l."transaction", l.amount_cents, l.at ${inYear}
          join earnings e on e.order_id = l.order_id and e.clears_at < ${start}`,
    ),
  ]);
  const years = new Map<string, TaxYear>();
  const yearOf = (id: string) => {
    const known = years.get(id) ?? { byPayment: [], byClearing: [] };
    years.set(id, known);
    return known;
  };
  for (const { sellerId, ...quarter } of byPayment) yearOf(sellerId).byPayment.push(quarter);
  for (const { sellerId, ...quarter } of byClearing) yearOf(sellerId).byClearing.push(quarter);
  return years;
}

/**
 * Adds up sales by seller and quarter, in order.
 * @param rows a select of `seller_id`, `transaction`, `amount_cents` (of `seller_payable`) and `at`
 */
async function sumsOf(db: Db, rows: SQL): Promise<(Quarter & { sellerId: string })[]> {
  return await db.all(sql`
    select seller_id as sellerId, (cast(strftime('%m', at / 1000, 'unixepoch') as integer) + 2) / 3 as quarter,
      sum(is_payment) as orders, sum(iif(is_payment, net + fee, 0)) as grossCents, sum(fee) as feeCents,
      -sum(iif(is_payment, 0, net + fee)) as refundedCents
    from (select seller_id, at, "transaction" like 'payment:%' as is_payment, -amount_cents as net,
      ifnull((select -f.amount_cents from ledger f where f."transaction" = r."transaction" and f.account = 'platform_revenue'), 0) as fee
      from (${rows}) r)
    group by 1, 2 order by 1, 2`);
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
