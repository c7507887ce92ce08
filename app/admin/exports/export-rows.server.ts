import { type SQL, sql } from "drizzle-orm";
import { applicationFilters } from "#app/admin/applications/application-search.ts";
import { lists as registrations } from "#app/admin/applications/applications.server.ts";
import type { ExportKind, ExportSearch } from "#app/admin/exports/export-search.ts";
import { beyond } from "#app/admin/list-page.server.ts";
import { choiceOf } from "#app/admin/list-search.ts";
import { type OrderSearch, parseOrderSearch } from "#app/admin/orders/order-filters.ts";
import * as orderList from "#app/admin/orders/order-list.server.ts";
import { oldDebt } from "#app/admin/payouts/payout-lists.server.ts";
import { matches as ticketMatches } from "#app/admin/tickets/ticket-list.server.ts";
import { userFilters } from "#app/admin/users/user-search.ts";
import * as users from "#app/admin/users/users.server.ts";
import { ticketCode, topicLabel } from "#app/contact/ticket.ts";
import { type Cell, csvAmount, csvTime } from "#app/lib/csv.ts";
import { decimalAmount, digitsOf } from "#app/lib/currencies.ts";
import { day, hour } from "#app/lib/dates.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";

// What each export reads. A page of it is one query: a scan of one index, newest first, and the rows that it
// finds. Each row is read at most once. Rows that do not match the other filters are read as well, so a page
// may add nothing to the file.

/** The place of a row: its id in its table, and its time, UTC ms, if the export is sorted by time. */
type Place = { number: number; at: number | null };

/** Which rows to read. `after`: the place of the last row that was read; null: none was. */
export type Asked = {
  search: ExportSearch;
  after: Place | null;
  /** The maximum number of rows to examine. */
  limit: number;
  /** UTC ms. */
  at: number;
  /** The operator whose tickets the filter "Mine" selects. */
  operatorId: string;
};

export type Column = { name: string; value: SQL; cellOf: (value: string | number) => Cell };

export type Source = {
  /** The table whose row ids the scan selects. The largest one is an upper bound of the export's rows. */
  table: string;
  columns: Column[];
  /** Selects the row ids of a page, as `number`, in its order. */
  scan(asked: Asked): SQL;
  /** The time of a row, by which `newestBy` sorts. */
  at?: SQL;
  /** The tables of the columns, left-joined to the scan `x`, so that each row of the scan stays one row. */
  joins: SQL;
  /** The filters that the scan leaves out. */
  filters?(asked: Asked): SQL;
};

const column = (cellOf: Column["cellOf"]) => (name: string, value: SQL) => ({ name, value, cellOf });
const text = column(String);
const cents = column((value) => csvAmount(Number(value)));
const time = column((value) => csvTime(Number(value)));

/** The lines of an order in one text: `3 × Basic, Print version`; empty for the package alone. */
const linesText = sql`(select group_concat(iif(value ->> 'quantity' = 1, '', (value ->> 'quantity') || ' × ')
  || (value ->> 'title'), ', ') from json_each(o.lines))`;

/** A username; empty for a deleted account. @param alias of `profiles` */
const username = (alias: string) => {
  const p = sql.identifier(alias);
  return sql`iif(${p}.deleted_at is null, ${p}.username, null)`;
};

/** Selects the newest rows of a table. @param where literals, for a partial index */
const newest = ({ after, limit }: Asked, table: SQL, where = sql`true`, number = sql`number`) =>
  sql`select ${number} as number from ${table} where ${where} and ${beyond({ after: after?.number ?? null }, number)} order by ${number} desc limit ${limit}`;

/**
 * Selects the newest rows of a table by time, between the days of the search. The place of the last row
 * includes its time, because by now the row may have another time, or none.
 * @param index the index on the time
 */
function newestBy(
  { search, after, limit }: Asked,
  table: string,
  index: string,
  time: SQL,
  where = sql`true`,
) {
  const [start, end] = timesOf(search);
  return sql`select rowid as number from ${sql.identifier(table)} indexed by ${sql.identifier(index)}
    where ${where} and ${time} >= ${start} and (${time}, rowid) < (${after?.at ?? end}, cast(${after?.number ?? 0} as integer))
    order by ${time} desc, rowid desc limit ${limit}`;
}

/**
 * Selects the newest rows of the ledger between the days of the search. Its rows are written in the order of
 * their times, give or take the duration of a write, so a binary search finds the days: an index on the time
 * would cost one more row written for every entry.
 */
function scanLedger({ search, after, limit }: Asked): SQL {
  const [start, end] = timesOf(search);
  return sql`select number from ledger
    where number >= ${numberAt(start - hour)} and number < ${after ? sql`${after.number}` : numberAt(end + hour)}
      and at >= ${start} and at < ${end}
    order by number desc limit ${limit}`;
}

/** The number of the ledger's first row at or after a time, UTC ms; the next free number if there is none. */
function numberAt(at: number): SQL {
  const middle = sql`((low + high) / 2)`;
  const isBefore = sql`ifnull((select l.at from ledger l where l.number >= ${middle} order by l.number limit 1) < ${at}, 0)`;
  return sql`(with recursive search(low, high) as (
    select 1, (select ifnull(max(number), 0) + 1 from ledger)
    union all select iif(${isBefore}, ${middle} + 1, low), iif(${isBefore}, high, ${middle}) from search where low < high)
    select max(low) from search)`;
}

/** When the days begin and end, UTC ms. */
function timesOf({ from, to }: ExportSearch): [start: number, end: number] {
  return [from ? Date.parse(from) : 0, to ? Date.parse(to) + day : Number.MAX_SAFE_INTEGER];
}

const inOrder = ({ search, after }: Asked): OrderSearch => ({
  ...parseOrderSearch(new URLSearchParams(search)),
  after: after?.number ?? null,
});

export const sources: Record<ExportKind, Source> = {
  users: {
    table: "users",
    columns: [
      text("Number", sql`u.number`),
      text("ID", sql`u.id`),
      text("Email", sql`iif(u.deleted_at is null, u.email, null)`),
      time("Email verified", sql`u.email_verified_at`),
      text("Name", sql`iif(p.deleted_at is null, p.full_name, null)`),
      text("Username", username("p")),
      text("Role", sql`u.role`),
      time("Registered", sql`u.created_at`),
      time("Suspended", sql`u.suspended_at`),
      time("Deleted", sql`u.deleted_at`),
    ],
    scan(asked) {
      const { search, after, limit } = asked;
      const show = choiceOf(userFilters, search.show);
      if (show) return newest(asked, sql`users`, users.filter({ show }));
      if (!search.q) return newest(asked, sql`users`);
      const place = { q: search.q, order: null, after: after?.number ?? null };
      return sql`select number from (select * from (${users.containing(place, limit)})
        union select number from users where ${users.idBeginsWith(place)}) order by number desc limit ${limit}`;
    },
    joins: sql`left join users u on u.number = x.number left join profiles p on p.id = u.id`,
    filters({ search: { q, show } }) {
      if (!q || !show) return sql`true`;
      const isNamed = sql`u.number in (select number from users where ${users.idBeginsWith({ q, order: null, after: null })})`;
      return sql`(${users.contains(q, sql`u.number`)} or ${isNamed})`;
    },
  },

  orders: {
    table: "orders",
    columns: [
      text("Number", sql`o.number`),
      text("ID", sql`o.id`),
      text("Service", sql`o.title`),
      text("Package", sql`o.package_id`),
      text("Lines", linesText),
      text("Buyer ID", sql`o.buyer_id`),
      text("Buyer", username("b")),
      text("Seller ID", sql`o.seller_id`),
      text("Seller", username("s")),
      text("Status", sql`o.status`),
      text("Payment", sql`o.payment_status`),
      text("Stage", sql`o.stage`),
      text("Hold", sql`nullif(o.hold, 'none')`),
      cents("Price", sql`o.price_cents`),
      cents("Fee", sql`o.fee_cents`),
      cents("Paid with credit", sql`o.credit_cents`),
      cents("Refunded to the card", sql`o.refunded_cash_cents`),
      cents("Refunded as credit", sql`o.refunded_credit_cents`),
      time("Placed", sql`o.created_at`),
      time("Paid", sql`o.paid_at`),
      time("Due", sql`o.delivery_date`),
      time("Delivered", sql`o.delivered_at`),
      time("Completed", sql`o.completed_at`),
    ],
    at: sql`o.created_at`,
    scan(asked) {
      const { search, limit } = asked;
      if (!search.q && (search.from || search.to))
        return newestBy(asked, "orders", "orders_created", sql`created_at`);
      return orderList.scanByNumber(inOrder(asked), limit);
    },
    joins: sql`left join orders o on o.number = x.number left join profiles b on b.id = o.buyer_id left join profiles s on s.id = o.seller_id`,
    filters(asked) {
      const [start, end] = timesOf(asked.search);
      return sql`${orderList.filters(inOrder(asked), asked.at)} and o.created_at >= ${start} and o.created_at < ${end}`;
    },
  },

  ledger: {
    table: "ledger",
    columns: [
      text("Number", sql`l.number`),
      time("Time", sql`l.at`),
      text("Transaction", sql`l."transaction"`),
      text("Account", sql`l.account`),
      text("Order ID", sql`l.order_id`),
      text("Registration ID", sql`l.registration_id`),
      text("Balance transaction", sql`l.balance_transaction_id`),
      text("User ID", sql`l.user_id`),
      cents("Amount", sql`l.amount_cents`),
    ],
    at: sql`l.at`,
    scan: scanLedger,
    joins: sql`left join ledger l on l.number = x.number`,
  },

  refunds: {
    table: "money_calls",
    columns: [
      text("Number", sql`c.number`),
      text("ID", sql`c.id`),
      time("Decided", sql`c.at`),
      text("Order ID", sql`c.order_id`),
      text("Registration ID", sql`c.registration_id`),
      cents("Amount", sql`json_extract(c.params, '$.amount')`),
      text("State", sql`c.state`),
      text("Refund at Stripe", sql`c.stripe_id`),
      text("Replaces", sql`c.replaces`),
      time("Changed", sql`c.updated_at`),
    ],
    at: sql`c.at`,
    scan: (asked) => newestBy(asked, "money_calls", "money_calls_refunds_at", sql`at`, sql`kind = 'refund'`),
    joins: sql`left join money_calls c on c.number = x.number`,
  },

  registrations: {
    table: "sellers",
    columns: [
      text("Number", sql`r.number`),
      text("ID", sql`r.id`),
      text("User ID", sql`r.user_id`),
      text("Username", username("p")),
      text("Name", sql`iif(p.deleted_at is null, p.full_name, null)`),
      text("Status", sql`r.status`),
      text("Payment", sql`r.payment_status`),
      cents("Fee", sql`r.price_cents`),
      cents("Refunded", sql`r.refunded_cents`),
      text("Country of payouts", sql`r.payout_country`),
      time("Applied", sql`r.applied_at`),
      time("Activated", sql`r.activated_at`),
      text("Activated by", sql`r.activated_by`),
      time("Vetted", sql`r.vetted_at`),
    ],
    scan(asked) {
      const show = choiceOf(applicationFilters, asked.search.show);
      const { table, filter } = show ? registrations[show] : { table: sql`sellers`, filter: sql`true` };
      return newest(asked, table, filter);
    },
    // A draft is not a registration yet.
    filters: ({ search: { show } }) => (show ? sql`true` : sql`r.status <> 'none'`),
    joins: sql`left join sellers r on r.number = x.number left join profiles p on p.id = r.user_id`,
  },

  transfers: {
    table: "transfers",
    columns: [
      text("ID", sql`t.id`),
      time("Time", sql`t.at`),
      text("Seller ID", sql`t.user_id`),
      text("Seller", username("p")),
      text("Order ID", sql`t.order_id`),
      cents("Amount", sql`t.cents`),
      cents("Taken back", sql`t.reversed_cents`),
      time("Confirmed", sql`t.confirmed_at`),
      text("Refused", sql`t.refusal`),
      text("Transfer at Stripe", sql`c.stripe_id`),
      text("Payment at Stripe", sql`t.payment_id`),
      text("Payout at Stripe", sql`t.payout_id`),
    ],
    at: sql`t.at`,
    scan: (asked) => newestBy(asked, "transfers", "transfers_at", sql`at`),
    joins: sql`left join transfers t on t.rowid = x.number left join profiles p on p.id = t.user_id left join money_calls c on c.id = t.id`,
  },

  payouts: {
    table: "bank_payouts",
    columns: [
      text("Payout at Stripe", sql`b.id`),
      time("Created", sql`b.created_at`),
      text("Seller ID", sql`b.user_id`),
      text("Seller", username("p")),
      text("Account at Stripe", sql`a.stripe_id`),
      {
        name: "Amount",
        value: sql`b.amount || ' ' || b.currency`,
        cellOf: (value) => ownAmount(String(value)),
      },
      text("Currency", sql`upper(b.currency)`),
      cents("US dollars", sql`b.cents`),
      text("State", sql`b.state`),
      text("Failure", sql`b.failure_code`),
      time("In the bank", sql`b.arrives_at`),
      time("Failed", sql`b.failed_at`),
    ],
    at: sql`b.created_at`,
    scan: (asked) => newestBy(asked, "bank_payouts", "bank_payouts_created", sql`created_at`),
    joins: sql`left join bank_payouts b on b.rowid = x.number left join profiles p on p.id = b.user_id left join payout_accounts a on a.id = b.account_id`,
    filters: ({ search: { show } }) => (show ? sql`b.state = ${show}` : sql`true`),
  },

  debts: {
    table: "earnings",
    columns: [
      text("Order ID", sql`e.order_id`),
      text("Seller ID", sql`e.seller_id`),
      text("Seller", username("p")),
      cents(
        "Owed",
        sql`(select sum(amount_cents) from ledger l where l.order_id = e.order_id and l.account = 'seller_debts')`,
      ),
      time("Owed since", sql`e.owed_since`),
      time("Completed", sql`e.completed_at`),
      time("Cleared", sql`e.cleared_at`),
    ],
    at: sql`e.owed_since`,
    scan(asked) {
      const old = asked.search.show ? sql` and owed_since <= ${asked.at - oldDebt}` : sql``;
      const where = sql`owed_since is not null${old}`;
      return newestBy(asked, "earnings", "earnings_owed", sql`owed_since`, where);
    },
    joins: sql`left join earnings e on e.rowid = x.number left join profiles p on p.id = e.seller_id`,
  },

  tickets: {
    table: "tickets",
    columns: [
      {
        name: "Ticket",
        value: sql`t.number || ' ' || t.created_at`,
        cellOf: (value) => codeOf(String(value)),
      },
      text("ID", sql`t.id`),
      text("User ID", sql`t.user_id`),
      text("Username", username("p")),
      text("Visitor", sql`t.name`),
      text("Visitor’s email", sql`t.email`),
      { name: "Topic", value: sql`t.topic`, cellOf: (value) => topicLabel(String(value)) },
      text("State", sql`t.state`),
      text("Order ID", sql`t.about_order_id`),
      text("Assigned to", username("s")),
      time("Opened", sql`t.created_at`),
      time("Changed", sql`t.updated_at`),
      time("Waiting since", sql`t.waiting_since`),
      time("Closed", sql`t.closed_at`),
    ],
    scan(asked) {
      const { q, show } = asked.search;
      const page = (where?: SQL) => newest(asked, sql`tickets`, where);
      if (q)
        return sql`select number from (${ticketMatches(q, page)}) order by number desc limit ${asked.limit}`;
      if (show === "mine") return page(sql`assignee_id = ${asked.operatorId} and state <> 'closed'`);
      return page(show ? sql`state = ${show}` : undefined);
    },
    joins: sql`left join tickets t on t.number = x.number left join profiles p on p.id = t.user_id left join profiles s on s.id = t.assignee_id`,
    filters({ search: { show, topic }, operatorId }) {
      const isTopic = topic ? sql`t.topic = ${topic}` : sql`true`;
      if (show === "mine") return sql`${isTopic} and t.assignee_id = ${operatorId} and t.state <> 'closed'`;
      return show ? sql`${isTopic} and t.state = ${show}` : isTopic;
    },
  },
};

/** The decimals of each currency, cached: `digitsOf` is too slow for thousands of rows. */
const knownDigits = perIsolate(() => new Map<string, number>());

/** The amount of a payout in its own currency, without its sign. @param text `12000 usd` */
function ownAmount(text: string): string {
  const [amount = "", currency = ""] = text.split(" ");
  const digits = knownDigits.value.get(currency) ?? digitsOf(currency);
  knownDigits.value.set(currency, digits);
  return decimalAmount(Number(amount), currency, digits);
}

/** @param text a ticket's number and its time, UTC ms: `17 1795709693274` */
function codeOf(text: string): string {
  const [number, createdAt] = text.split(" ").map(Number);
  return ticketCode({ number: number ?? 0, createdAt: createdAt ?? 0 });
}
