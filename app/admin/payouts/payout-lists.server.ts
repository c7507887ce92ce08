import { type SQL, sql } from "drizzle-orm";
import { rowsPerPage } from "#app/admin/list-page.server.ts";
import type { PayoutCursor, PayoutListKey, PayoutSearch } from "#app/admin/payouts/payout-search.ts";
import type { Db } from "#app/context.ts";
import { payable } from "#app/ledger/ledger.server.ts";
import { currencyAmount } from "#app/lib/currencies.ts";
import { day } from "#app/lib/dates.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";
import { isOff } from "#app/payouts/waiting.server.ts";
import { bankWait } from "#app/payouts/waiting.ts";

// The lists of `/admin/payouts` (docs/specification.md#operator-payouts). Each has its own index. Their
// conditions have literals, because SQLite uses a partial index only for a literal.

/** The age from which a debt is listed, in ms. */
export const oldDebt = 60 * day;

/**
 * One row of a list. `cents`: the amount that it is about; null if there is none. `detail`: Stripe's code,
 * the reason of a hold, or the bank account. `since`: UTC ms. `until`: the end of a hold, UTC ms; else null.
 */
export type ListedPayout = {
  id: string;
  userId: string;
  username: string;
  orderId: string | null;
  cents: number | null;
  detail: string | null;
  since: number;
  until: number | null;
  sort: number;
};

/**
 * Lists a page of what may need an operator, oldest first.
 * @param at UTC ms
 * @returns `next`: the cursor of the next page; null on the last one
 */
export async function list(
  db: Db,
  { show, after }: PayoutSearch,
  at: number,
): Promise<{ rows: ListedPayout[]; next: PayoutCursor | null }> {
  const { columns, from, sort, id } = selectOf(show, at);
  const later = after === null ? sql`true` : sql`(${sort}, ${id}) > (${after.sort}, ${after.id})`;
  const found = await db.all<ListedPayout & { amount?: number; currency: string }>(sql`
    select f.*, (select username from profiles p where p.id = f."userId") as username from (
      select ${id} as id, ${sort} as sort, ${columns} from ${from} and ${later} order by ${sort}, ${id} limit ${rowsPerPage + 1}) f
    order by f.sort, f.id`);
  const rows = found
    .slice(0, rowsPerPage)
    .map(({ amount, currency, ...row }) =>
      amount === undefined ? row : { ...row, detail: `${currencyAmount(amount, currency)}, ${row.detail}` },
    );
  const last = rows.at(-1);
  return { rows, next: found.length > rowsPerPage && last ? { sort: last.sort, id: last.id } : null };
}

type Select = { columns: SQL; from: SQL; sort: SQL; id: SQL };

/** What the platform owes a seller in total, in cents. */
const owedTo = sql`(select -cents from ledger_balances b where b.user_id = a.user_id and b.account = 'seller_payable')`;
const bank = sql`ifnull(a.bank_name, 'Bank account') || ' ••' || ifnull(a.bank_last4, '?')`;

function selectOf(show: PayoutListKey, at: number): Select {
  const ofEarnings = (detail: SQL, cents: SQL, since: SQL) =>
    sql`e.seller_id as "userId", e.order_id as "orderId", ${cents} as cents, ${detail} as detail, ${since} as since, null as until`;
  const ofAccounts = (detail: SQL, cents: SQL, since: SQL) =>
    sql`a.user_id as "userId", null as "orderId", ${cents} as cents, ${detail} as detail, ${since} as since, null as until`;
  const [order, clears, account] = [
    sql`e.order_id`,
    sql`e.clears_at`,
    { sort: sql`a.number`, id: sql`a.id` },
  ];
  const unsent = ofEarnings(sql`e.refusal`, payable(order), clears);
  switch (show) {
    case "refused":
      return { columns: unsent, from: turnedDown, sort: clears, id: order };
    case "funds":
      return { columns: unsent, from: withoutFunds(at), sort: clears, id: order };
    case "restricted": {
      const states = sql`'transfers ' || a.transfers || ', payouts ' || a.payouts`;
      return { ...account, columns: ofAccounts(states, owedTo, sql`a.updated_at`), from: stopped };
    }
    case "failed": {
      const columns = ofAccounts(sql`ifnull(p.failure_code, 'no code')`, sql`null`, sql`p.failed_at`);
      return { ...account, columns: sql`${columns}, p.amount, p.currency`, from: failed };
    }
    case "debts": {
      const owed = sql`(select sum(amount_cents) from ledger l where l.order_id = e.order_id and l.account = 'seller_debts')`;
      const columns = ofEarnings(sql`null`, owed, sql`e.owed_since`);
      return { columns, from: oldDebts(at), sort: sql`e.owed_since`, id: order };
    }
    case "holds": {
      const columns = sql`h.user_id as "userId", null as "orderId", null as cents, h.reason as detail, h.at as since, h.until as until`;
      return { columns, from: openHolds, sort: sql`h.until`, id: sql`h.id` };
    }
    case "banks": {
      const detail = sql`${bank} || iif(a.bank_is_first, ', the first', ', changed')`;
      const columns = ofAccounts(detail, sql`null`, sql`a.bank_since`);
      const from = sql`payout_accounts a indexed by payout_accounts_new_bank where a.open = 1 and a.bank_since is not null and a.bank_since > ${at - bankWait.first * day}`;
      return { columns, from, sort: sql`a.bank_since`, id: sql`a.id` };
    }
    case "shared": {
      // Naming one other seller is enough: each of them has a row in the list.
      const other = sql`(select iif(p.deleted_at is null, '@' || p.username, 'a deleted account') from payout_accounts o join profiles p on p.id = o.user_id
        where o.bank_fingerprint = a.bank_fingerprint and o.user_id <> a.user_id limit 1)`;
      const columns = ofAccounts(
        sql`${bank} || ', also of ' || ${other}`,
        sql`null`,
        sql`a.bank_shared_since`,
      );
      return { columns, from: shared, sort: sql`a.bank_shared_since`, id: sql`a.id` };
    }
  }
}

const turnedDown = sql`earnings e indexed by earnings_turned_down
  where e.refusal is not null and e.refusal <> 'balance_insufficient' and e.refusal <> 'kept'`;
const withoutFunds = (at: number) =>
  sql`earnings e indexed by earnings_without_funds where e.refusal = 'balance_insufficient' and e.clears_at <= ${at - day}`;
const stopped = sql`payout_accounts a indexed by payout_accounts_stopped
  where a.open = 1 and (a.bank_since is not null or ${isOff("a")})
    and (a.transfers <> 'active' or a.payouts <> 'active')`;
const failed = sql`payout_accounts a indexed by payout_accounts_failed cross join bank_payouts p on p.id = a.failed_payout
  where a.failed_payout is not null and a.open = 1`;
const oldDebts = (at: number) =>
  sql`earnings e indexed by earnings_owed where e.owed_since is not null and e.owed_since <= ${at - oldDebt}`;
const openHolds = sql`payout_holds h indexed by payout_holds_until where h.ended_at is null`;
const shared = sql`payout_accounts a indexed by payout_accounts_shared where a.bank_shared_since is not null`;

/** How many restricted accounts, and how many failed payouts, Health looks at. */
const maxExamined = 200;

/**
 * What Health counts of payouts, each a select with a column `since` (docs/specification.md#operator-health).
 * @param at UTC ms
 */
export const stuckPayouts = {
  /** Restricted accounts with money waiting: the earnings become due when the account changes. */
  restricted: (at: number) => sql`
    select clears_at as since from (select (select e.clears_at from earnings e indexed by earnings_seller_due
      where e.seller_id = a.user_id and e.due_at = ${untilChange} and e.clears_at <= ${at} limit 1) as clears_at
      from (select a.* from ${stopped} order by a.number limit ${maxExamined}) a) where clears_at is not null`,
  /**
   * With columns of `bank_payouts` p. A later payout, or a new bank account, resolves a failed one.
   * @param most how many accounts are examined
   */
  failed: (
    columns: SQL,
    most = maxExamined,
  ) => sql`select ${columns} from (select failed_payout from payout_accounts a indexed by payout_accounts_failed
    where failed_payout is not null and open = 1 order by number limit ${most}) a
    cross join bank_payouts p on p.id = a.failed_payout order by p.failed_at`,
  debts: (at: number) => sql`select e.owed_since as since from ${oldDebts(at)} order by e.owed_since`,
  endingHolds: (at: number) =>
    sql`select h.at as since from ${openHolds} and h.until <= ${at + 7 * day} order by h.until`,
  shared: () => sql`select a.bank_shared_since as since from ${shared} order by a.bank_shared_since`,
};
