import { addedBy, figureColumns, key, sourceNames } from "#app/admin/figures/counting.server.ts";
import { indexGigs } from "#drizzle/seed/bulk.ts";
import type { Database } from "./store.ts";

/** How many users one statement adds to the search index. */
const usersPerStatement = 20_000;

/**
 * Fills the search indexes from the rows. They are virtual tables, which no copy contains. The triggers that
 * update them must be absent.
 */
export async function fillSearchIndexes(db: Database): Promise<void> {
  for (const name of [
    "gigs_fts",
    "gigs_stems_fts",
    "gigs_by_price_fts",
    "gigs_best_fts",
    "gigs_off_market_fts",
    "gig_drafts_fts",
    "users_fts",
  ])
    await db.prepare(`INSERT INTO ${name} (${name}) VALUES ('delete-all')`).run();
  await indexGigs(db, 0);
  await db.batch([
    db.prepare(
      "INSERT INTO gigs_off_market_fts (rowid, title, state) SELECT number, title, state FROM gigs WHERE listed = 0 ORDER BY number",
    ),
    db.prepare(
      `INSERT INTO gig_drafts_fts (rowid, title)
       SELECT number, json_extract(steps, '$.overview.typed.title') FROM gig_drafts ORDER BY number`,
    ),
  ]);
  const last = (await db.prepare("SELECT max(number) AS n FROM users").first<number>("n")) ?? 0;
  for (let after = 0; after < last; after += usersPerStatement) {
    await db
      .prepare(
        `INSERT INTO users_fts (rowid, email, username, full_name)
         SELECT u.number, u.email, p.username, p.full_name FROM users u JOIN profiles p ON p.id = u.id
         WHERE u.number > ${after} AND u.number <= ${after + usersPerStatement} ORDER BY u.number`,
      )
      .run();
  }
}

/**
 * Sets the counts, averages and balances that triggers keep (docs/decisions/0027-keep-counts-in-triggers.md)
 * to the values that follow from the rows: a copy of a running database may contain a row without its count.
 * For an idle database nothing changes. The paid orders of `gig_figures` are not recounted, because they are
 * shown for only 30 days.
 */
export async function recount(db: Database): Promise<void> {
  const visible = "FROM reviews r WHERE r.gig_id = gigs.id AND r.hidden_at IS NULL";
  await db.batch(
    [
      ...kept("gig_counts", "category_id, subcategory_id", "count", {
        rows: "SELECT category_id, ifnull(subcategory_id, ''), count(*) FROM gigs WHERE listed = 1 GROUP BY 1, 2",
      }),
      ...kept("gig_ratings", "gig_id, rating", "count", {
        rows: "SELECT gig_id, rating, count(*) FROM reviews WHERE hidden_at IS NULL GROUP BY 1, 2",
      }),
      ...kept("ledger_balances", "user_id, account", "cents", {
        rows: `SELECT user_id, account, sum(amount_cents) FROM ledger WHERE user_id IS NOT NULL
          AND NOT ("transaction" LIKE 'transferred:%' OR "transaction" LIKE 'reversed:%') GROUP BY 1, 2`,
      }),
      ...kept("earned_months", "user_id, month", "cents", {
        rows: `SELECT l.user_id, strftime('%Y-%m', max(l.at, o.completed_at) / 1000, 'unixepoch'), -sum(l.amount_cents) FROM ledger l JOIN orders o ON o.id = l.order_id
          WHERE l.account = 'seller_payable' AND l.user_id IS NOT NULL AND (l."transaction" LIKE 'payment:%' OR l."transaction" LIKE 'return:%' OR l."transaction" LIKE 'goodwill:%') AND o.completed_at IS NOT NULL GROUP BY 1, 2`,
      }),
      "DELETE FROM ledger_sums",
      "INSERT INTO ledger_sums SELECT account, sum(amount_cents), (SELECT max(number) FROM ledger) FROM ledger GROUP BY 1",
      ...kept("balance_days", "day", "stripe_cents", {
        rows: "SELECT at / 86400000, sum(net_cents) FROM balance_transactions WHERE currency = 'usd' GROUP BY 1",
      }),
      ...kept("balance_days", "day", "ledger_cents", {
        rows: `SELECT ifnull(ifnull((SELECT b.at FROM balance_transactions b WHERE b.booked_as = l."transaction"),
          (SELECT b.at FROM balance_transactions b WHERE b.source = substr(l."transaction", 5) AND l."transaction" LIKE 'fee:%' AND b.fee_cents > 0 AND b.booked_as IS NOT NULL)), l.at) / 86400000, sum(amount_cents)
          FROM ledger l WHERE account = 'cash' GROUP BY 1`,
      }),
      ...clearingTimes,
      ...statementMonths,
      ...clearedMonths,
      ...payoutMarks,
      ...sellerSums,
      ...popularSums,
      ...figures,
      `UPDATE gigs SET rating_sum = (SELECT ifnull(sum(r.rating), 0) ${visible}), review_count = (SELECT count(*) ${visible})
       WHERE rating_sum <> (SELECT ifnull(sum(r.rating), 0) ${visible}) OR review_count <> (SELECT count(*) ${visible})`,
      `WITH done (id, count) AS (SELECT gig_id, count(*) FROM orders WHERE status = 'completed' GROUP BY gig_id)
       UPDATE gigs SET completed_orders = ifnull((SELECT count FROM done WHERE done.id = gigs.id), 0)
       WHERE completed_orders <> ifnull((SELECT count FROM done WHERE done.id = gigs.id), 0)`,
    ].map((sql) => db.prepare(sql)),
  );
}

const isSale = `("transaction" LIKE 'payment:%' OR "transaction" LIKE 'return:%')`;
const isFee = "account = 'platform_revenue'";
/** The seller's share of an order's first payment: an added extra has its own payment. */
const isFirstPayment = `account = 'seller_payable' AND "transaction" LIKE 'payment:%' AND NOT EXISTS (SELECT 1 FROM ledger p
  WHERE p.order_id = l.order_id AND p.account = 'seller_payable' AND p."transaction" LIKE 'payment:%' AND p.number < l.number)`;
/** What a kind of transaction changed, in the seller's favour. @param among a condition on the rows */
const sumOf = (kind: string, among = "true") =>
  `-sum(iif(${among} AND "transaction" LIKE '${kind}:%', amount_cents, 0))`;

/** How each month changed what a seller is owed, by kind, and which rows of the ledger it covers. */
const statementMonths = monthSums(
  "statement_months",
  {
    user: `iif(${isFee}, seller_id, user_id)`,
    at: "at",
    rows: `ledger l LEFT JOIN orders o ON o.id = l.order_id WHERE user_id IS NOT NULL AND account IN ('seller_payable', 'transfers', 'seller_debts', 'offsets')
        AND NOT ("transaction" LIKE 'transfer:%' OR "transaction" LIKE 'reversal:%' OR "transaction" LIKE 'refused:transfer:%')
      OR ${isFee} AND seller_id IS NOT NULL AND ${isSale}`,
  },
  {
    cents: `-sum(iif(${isFee}, 0, amount_cents))`,
    first_number: `ifnull(min(iif(${isFee}, NULL, l.number)), min(l.number))`,
    last_number: `ifnull(max(iif(${isFee}, NULL, l.number)), max(l.number))`,
    paid_cents: sumOf("payment", `NOT ${isFee}`),
    refunded_cents: sumOf("return", `NOT ${isFee}`),
    sent_cents: sumOf("transferred"),
    taken_back_cents: sumOf("reversed"),
    goodwill_cents: sumOf("goodwill"),
    by_hand_cents: sumOf("hand"),
    written_off_cents: sumOf("write_off"),
    orders: `sum(${isFirstPayment})`,
    paid_fee_cents: sumOf("payment", isFee),
    refunded_fee_cents: sumOf("return", isFee),
  },
);

/** Which of a seller's sales cleared in each month. */
const clearedMonths = monthSums(
  "cleared_months",
  {
    user: "seller_id",
    at: "max(at, cleared_at)",
    rows: `ledger l JOIN earnings e ON e.order_id = l.order_id WHERE cleared_at IS NOT NULL AND account IN ('seller_payable', 'platform_revenue') AND ${isSale}`,
  },
  {
    orders: `sum(${isFirstPayment})`,
    gross_cents: sumOf("payment"),
    fee_cents: `-sum(iif(${isFee}, amount_cents, 0))`,
    refunded_cents: `sum(iif("transaction" LIKE 'return:%', amount_cents, 0))`,
  },
);

/** The statements that set the sums of users' months to those of `rows`. */
function monthSums(
  table: string,
  { user, at, rows }: { user: string; at: string; rows: string },
  columns: Record<string, string>,
): string[] {
  const names = Object.keys(columns);
  const found = `SELECT ${user}, strftime('%Y-%m', ${at} / 1000, 'unixepoch')`;
  const listed = (prefix: string) => names.map((name) => `${prefix}.${name}`).join(", ");
  return [
    `DELETE FROM ${table} WHERE (user_id, month) NOT IN (${found} FROM ${rows})`,
    `INSERT INTO ${table} (user_id, month, ${names.join(", ")}) ${found}, ${Object.values(columns).join(", ")} FROM ${rows} GROUP BY 1, 2
     ON CONFLICT (user_id, month) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(", ")}
     WHERE (${listed(table)}) <> (${listed("excluded")})`,
  ];
}

/**
 * A row for each completed order. The row of any other order is deleted: it would prevent the order's
 * completion. The times of existing rows stay: they are fixed when an order is completed.
 */
const clearingTimes = [
  "DELETE FROM earnings WHERE (SELECT completed_at FROM orders WHERE id = order_id) IS NULL",
  `INSERT INTO earnings (order_id, seller_id, completed_at, clears_at, due_at)
   SELECT order_id, seller_id, completed_at, clears_at, clears_at FROM completed_orders c
   WHERE NOT EXISTS (SELECT 1 FROM earnings e WHERE e.order_id = c.order_id)`,
];

/**
 * Since when sellers owe something for an order, which bank accounts two users share, and each transfer's
 * newest payout.
 */
const payoutMarks = [
  `WITH owed (order_id, since) AS (SELECT order_id, min(at) FROM ledger WHERE account = 'seller_debts' GROUP BY order_id HAVING sum(amount_cents) > 0)
   UPDATE earnings SET owed_since = (SELECT since FROM owed WHERE owed.order_id = earnings.order_id)
   WHERE (owed_since IS NULL) = (order_id IN (SELECT order_id FROM owed))`,
  `WITH shared (bank_fingerprint) AS (SELECT bank_fingerprint FROM payout_accounts WHERE bank_fingerprint IS NOT NULL GROUP BY 1 HAVING count(DISTINCT user_id) > 1)
   UPDATE payout_accounts SET bank_shared_since = iif(bank_fingerprint IN (SELECT bank_fingerprint FROM shared), updated_at, NULL)
   WHERE (bank_shared_since IS NULL) = ifnull(bank_fingerprint IN (SELECT bank_fingerprint FROM shared), 0)`,
  `WITH contained (id, payout) AS (SELECT transfer_id, payout_id FROM (
     SELECT b.transfer_id, b.payout_id, row_number() OVER (PARTITION BY b.transfer_id ORDER BY p.created_at DESC, p.id DESC) AS place
     FROM bank_payout_transfers b JOIN bank_payouts p ON p.id = b.payout_id) WHERE place = 1)
   UPDATE transfers SET payout_id = contained.payout FROM contained WHERE contained.id = transfers.id AND payout_id IS NULL`,
];

/** The day sums and totals of sellers, counted as the triggers count. */
const sellerSums = [
  `INSERT INTO seller_days (user_id, day, completed, on_time, late, declined)
   SELECT seller_id, ended / 86400000, sum(status = 'completed'), sum(status = 'completed' AND NOT is_late), sum(is_late), sum(status = 'declined') FROM (
     SELECT seller_id, status, CASE status WHEN 'completed' THEN ifnull(completed_at, updated_at) ELSE updated_at END AS ended,
       ifnull(ifnull(first_delivered_at, CASE status WHEN 'completed' THEN ifnull(completed_at, updated_at) ELSE updated_at END) > ifnull(first_due_at, delivery_date), 0) AS is_late
     FROM orders WHERE status IN ('completed', 'cancelled')
     UNION ALL
     SELECT o.seller_id, 'declined', e.at, row_number() OVER (PARTITION BY o.seller_id, strftime('%Y-%m', e.at / 1000, 'unixepoch') ORDER BY e.number) > 2
     FROM order_events e JOIN orders o ON o.id = e.order_id WHERE e.kind = 'declined' AND e.actor_id = o.seller_id)
   WHERE ended IS NOT NULL AND (status <> 'cancelled' OR is_late) GROUP BY 1, 2
   ON CONFLICT (user_id, day) DO UPDATE SET completed = excluded.completed, on_time = excluded.on_time, late = excluded.late, declined = excluded.declined
   WHERE (completed, on_time, late, declined) <> (excluded.completed, excluded.on_time, excluded.late, excluded.declined)`,
  `INSERT INTO seller_days (user_id, day, ratings, rating_sum)
   SELECT seller_id, created_at / 86400000, count(*), sum(rating) FROM reviews WHERE hidden_at IS NULL GROUP BY 1, 2
   ON CONFLICT (user_id, day) DO UPDATE SET ratings = excluded.ratings, rating_sum = excluded.rating_sum
   WHERE (ratings, rating_sum) <> (excluded.ratings, excluded.rating_sum)`,
  `INSERT INTO seller_totals (user_id, completed, ratings, rating_sum)
   SELECT user_id, sum(completed), sum(ratings), sum(rating_sum) FROM seller_days WHERE true GROUP BY user_id
   ON CONFLICT (user_id) DO UPDATE SET completed = excluded.completed, ratings = excluded.ratings, rating_sum = excluded.rating_sum
   WHERE (completed, ratings, rating_sum) <> (excluded.completed, excluded.ratings, excluded.rating_sum)`,
];

/** The sums of the days that count for Popular Services. The days themselves are not recounted. */
const popularSums = [
  `DELETE FROM completed_sums WHERE NOT EXISTS (SELECT 1 FROM completed_days d WHERE d.gig_id = completed_sums.gig_id)`,
  `INSERT INTO completed_sums (gig_id, number, completed)
   SELECT gig_id, (SELECT number FROM gigs WHERE id = gig_id), sum(completed) FROM completed_days WHERE true GROUP BY gig_id
   ON CONFLICT (gig_id) DO UPDATE SET completed = excluded.completed WHERE completed_sums.completed <> excluded.completed`,
];

/** How far a table is counted for the operator's figures. */
const counted = (name: string) => `(SELECT value ->> '$.${name}' FROM settings WHERE key = '${key}')`;

/**
 * The figures of the rows counted so far; the sweep counts the rest. The marks are moved back to the newest
 * row that exists.
 */
const figures = [
  `UPDATE settings SET value = json_object(${sourceNames
    .map((name) => `'${name}', min(value ->> '$.${name}', ifnull((SELECT max(number) FROM ${name}), 0))`)
    .join(", ")}) WHERE key = '${key}'`,
  "DELETE FROM figures",
  ...sourceNames.map((name) => {
    const sums = figureColumns.map((column) => `${column} = figures.${column} + excluded.${column}`);
    return `INSERT INTO figures ${addedBy(name, 0, counted(name))}
     ON CONFLICT (period, start) DO UPDATE SET ${sums.join(", ")}`;
  }),
];

/** The statements that set a derived value of a table to that of `rows`, and to 0 where there are none. */
function kept(table: string, key: string, value: string, { rows }: { rows: string }): string[] {
  const names = key.split(", ");
  const same = names.map((name) => `"${table}"."${name}" = r."${name}"`).join(" AND ");
  const found = `WITH r (${key}, "${value}") AS (${rows})`;
  return [
    `${found} UPDATE "${table}" SET "${value}" = 0 WHERE "${value}" <> 0 AND NOT EXISTS (SELECT 1 FROM r WHERE ${same})`,
    `${found} INSERT INTO "${table}" (${key}, "${value}") SELECT ${key}, "${value}" FROM r WHERE true
     ON CONFLICT (${key}) DO UPDATE SET "${value}" = excluded."${value}" WHERE "${value}" <> excluded."${value}"`,
  ];
}
