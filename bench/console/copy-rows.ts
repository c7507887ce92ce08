import type { DatabaseSync } from "node:sqlite";

/** The columns that differ in each copy of an order and its rows, by table. */
const trade: Record<string, string[]> = {
  orders: ["id", "form_token", "offer_id"],
  offers: ["id", "order_id", "replaces_id"],
  order_extras: ["id", "order_id"],
  order_events: ["order_id"],
  payments: ["id", "checkout_session_id", "payment_intent_id", "order_id", "extra_id"],
  money_calls: ["id", "stripe_id", "order_id", "extra_id"],
  transfers: ["id", "payment_id", "order_id"],
  earnings: ["order_id"],
  balance_transactions: ["id", "source", "about", "call", "booked_as"],
  ledger: ["transaction", "order_id", "balance_transaction_id"],
  reviews: ["id", "order_id"],
  outbox: ["id", "subject_id"],
  tickets: ["id", "about_order_id"],
  ticket_entries: ["ticket_id"],
};

/** The same for people. Every second copy of the orders has its own people. */
const people: Record<string, string[]> = {
  users: ["id", "email"],
  profiles: ["id", "username"],
  sellers: ["id"],
  seller_events: [],
  seller_days: [],
  seller_totals: [],
  payout_accounts: ["id", "stripe_id"],
  payout_holds: ["id"],
  bank_payouts: ["id"],
  ledger_balances: [],
};

/** The columns that name people. */
const personal = ["seller_id", "buyer_id", "user_id", "actor_id", "account_id", "registration_id"];

/**
 * Copies the market's orders, with everything that belongs to them, until there are `orders`. Half of the
 * copies belong to the demo market's own people, who therefore have thousands of orders. No trigger may
 * exist.
 */
export function copyTrade(db: DatabaseSync, orders: number): void {
  db.function("copied", { deterministic: true }, (value, copy) => copied(value, Number(copy)));
  const tables = Object.keys({ ...people, ...trade });
  const last = new Map(tables.map((table) => [table, numberIn(db, `select max(rowid) from ${table}`)]));
  const copies = Math.round(orders / numberIn(db, "select count(*) from orders")) - 1;
  for (let copy = 1; copy <= copies; copy++) {
    const isWhole = copy % 2 === 1;
    db.exec("begin");
    for (const [table, own] of Object.entries(isWhole ? { ...people, ...trade } : trade))
      copyTable(db, table, isWhole ? [...own, ...personal] : own, copy, last.get(table) ?? 0);
    db.exec("commit");
  }
  // What a seller is owed is read from the orders that are not over, so the copies must not all be open.
  const theirs = "(select id from users where number <= ?)";
  db.prepare(
    `update orders set status = 'completed', payment_status = 'paid', stage = 'closed', hold = 'none', turn = null, deadline_at = null
     where number > ? and status in ('pending', 'in progress') and seller_id in ${theirs}`,
  ).run(last.get("orders") ?? 0, last.get("users") ?? 0);
  db.prepare(
    `update earnings set clears_at = completed_at, cleared_at = completed_at, due_at = null
     where rowid > ? and seller_id in ${theirs}`,
  ).run(last.get("earnings") ?? 0, last.get("users") ?? 0);
  db.prepare("update users set role = 'user' where number > ?").run(last.get("users") ?? 0);
}

function copyTable(db: DatabaseSync, table: string, own: string[], copy: number, last: number): void {
  const columns = db.prepare(`select name, pk from pragma_table_info('${table}')`).all() as Column[];
  const values = columns.map(({ name }) => {
    if (name === "number") return `number + ${copy} * ${last}`;
    // A user's transfers are numbered without gaps.
    if (table === "transfers" && name === "seq") return `seq + ${copy} * 1000`;
    return own.includes(name) ? `copied("${name}", ${copy})` : `"${name}"`;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  // A registration is paid once, so its money is copied only together with its person.
  const isPaid = columns.some(({ name }) => name === "registration_id") && !own.includes("registration_id");
  db.exec(`insert into ${table} (${names}) select ${values.join(", ")} from ${table}
    where rowid <= ${last} ${isPaid ? "and registration_id is null" : ""}`);
}

type Column = { name: string };

/** The value of a column in one copy: ids as evenly distributed as new ones, anything else with a suffix. */
function copied(value: unknown, copy: number): string | null {
  if (typeof value !== "string") return null;
  if (value.includes("@")) return `${copy}.${value}`;
  const id = /[0-9a-f]{8}(?=-[0-9a-f]{4}-)/.exec(value);
  return id ? value.replace(id[0], spread(Number.parseInt(id[0], 16) + copy)) : `${value}_${copy}`;
}

/** Eight hexadecimal digits: unique for each number below 2^32, and in no order. */
export function spread(number: number): string {
  return (Math.imul(number, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
}

/** The only value of the only row. */
export function numberIn(db: DatabaseSync, query: string): number {
  return Number(Object.values(db.prepare(query).get() ?? {})[0] ?? 0);
}
