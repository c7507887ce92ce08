import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#drizzle/schema.ts";

/** A part of the export: the rows of one table that are about somebody. */
export type Section = {
  /** What it is called in the file. */
  name: string;
  table: SQLiteTable;
  columns: Record<string, SQLiteColumn | SQL.Aliased>;
  /** What counts its rows up: a number of their own, or SQLite's. */
  n: SQL;
} & (
  | { /** The person's own rows. */ of(userId: string): SQL | undefined }
  | {
      /** Rows that hang on others (messages on conversations): by which column, and on which ones, in the order of their ids. */
      key: SQLiteColumn;
      parents(userId: string, after: string): SQL;
    }
);

const rowid = sql`rowid`;

/** The columns of a table but for those named, and for the number that is ours alone. */
function but<T extends SQLiteTable>(table: T, ...left: string[]): Record<string, SQLiteColumn> {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  return Object.fromEntries(Object.entries(columns).filter(([name]) => ![...left, "n"].includes(name)));
}

const {
  accountEvents,
  accountLinks,
  adminNotifications,
  auditLog,
  conversations,
  factorChallenges,
  factors,
} = schema;
const { credits, creditUses, disputes, formerUsernames, gigEvents, gigs, ledger, messages } = schema;
const { moneyCalls, orderEvents, orderFiles, orders, outbox, payments, profiles } = schema;
const { recoveryCodes, reviewReports, reviews, sessions, users } = schema;

/** How somebody is called whom a row names by a number; null: they have left. */
const nameOf = (id: SQL) =>
  sql<string | null>`(select username from profiles where profiles.id = ${id} and deleted_at is null)`;
const parties = {
  buyer: nameOf(sql`orders.buyer_id`).as("buyer"),
  seller: nameOf(sql`orders.seller_id`).as("seller"),
};

const ofOrders = (userId: string, after: string) =>
  sql`select id from orders where (buyer_id = ${userId} or seller_id = ${userId}) and id > ${after}`;
const ofPurchases = (userId: string, after: string) =>
  sql`select id from orders where buyer_id = ${userId} and id > ${after}`;
const ofGigs = (userId: string, after: string) =>
  sql`select id from gigs where seller_id = ${userId} and id > ${after}`;

/**
 * All that is held about a person, table by table, in the order of the file. Secrets and hashes are left out, and so is what is another's:
 * a buyer's payments are not the seller's.
 */
export const sections: Section[] = [
  {
    name: "account",
    table: users,
    columns: but(users, "passwordHash"),
    n: sql`${users.n}`,
    of: (id) => eq(users.id, id),
  },
  { name: "profile", table: profiles, columns: but(profiles), n: rowid, of: (id) => eq(profiles.id, id) },
  {
    name: "formerUsernames",
    table: formerUsernames,
    columns: but(formerUsernames, "userId"),
    n: rowid,
    of: (id) => eq(formerUsernames.userId, id),
  },
  {
    name: "sessions",
    table: sessions,
    columns: but(sessions, "counter", "userId"),
    n: rowid,
    of: (id) => eq(sessions.userId, id),
  },
  {
    name: "secondFactors",
    table: factors,
    columns: but(factors, "secret", "lastStep", "userId"),
    n: sql`${factors.n}`,
    of: (id) => eq(factors.userId, id),
  },
  {
    name: "questionsForACode",
    table: factorChallenges,
    columns: but(factorChallenges, "codeHash"),
    n: rowid,
    key: factorChallenges.factorId,
    parents: (id, after) => sql`select id from factors where user_id = ${id} and id > ${after}`,
  },
  {
    name: "recoveryCodes",
    table: recoveryCodes,
    columns: but(recoveryCodes, "codeHash", "userId"),
    n: sql`${recoveryCodes.n}`,
    of: (id) => eq(recoveryCodes.userId, id),
  },
  {
    name: "mailedLinks",
    table: accountLinks,
    columns: but(accountLinks, "id", "userId"),
    n: rowid,
    of: (id) => eq(accountLinks.userId, id),
  },
  {
    name: "accountEvents",
    table: accountEvents,
    columns: but(accountEvents, "linkId", "userId"),
    n: sql`${accountEvents.n}`,
    of: (id) => eq(accountEvents.userId, id),
  },
  { name: "gigs", table: gigs, columns: but(gigs), n: sql`${gigs.n}`, of: (id) => eq(gigs.sellerId, id) },
  {
    name: "gigEvents",
    table: gigEvents,
    columns: but(gigEvents, "actorId"),
    n: sql`${gigEvents.seq}`,
    key: gigEvents.gigId,
    parents: ofGigs,
  },
  {
    name: "ordersBought",
    table: orders,
    columns: { ...but(orders, "formToken"), ...parties },
    n: sql`${orders.n}`,
    of: (id) => eq(orders.buyerId, id),
  },
  {
    name: "ordersSold",
    table: orders,
    columns: { ...but(orders, "formToken"), ...parties },
    n: sql`${orders.n}`,
    of: (id) => eq(orders.sellerId, id),
  },
  {
    name: "orderEvents",
    table: orderEvents,
    columns: but(orderEvents),
    n: sql`${orderEvents.seq}`,
    key: orderEvents.orderId,
    parents: ofOrders,
  },
  {
    name: "orderFiles",
    table: orderFiles,
    columns: {
      ...but(orderFiles),
      address: sql<string>`'/orders/' || order_files.order_id || '/files/' || order_files.id`.as("address"),
    },
    n: sql`${orderFiles.n}`,
    key: orderFiles.orderId,
    parents: ofOrders,
  },
  {
    name: "credit",
    table: credits,
    columns: but(credits),
    n: rowid,
    of: (id) => eq(credits.userId, id),
  },
  {
    name: "creditUses",
    table: creditUses,
    columns: but(creditUses),
    n: rowid,
    of: (id) => eq(creditUses.userId, id),
  },
  {
    name: "disputes",
    table: disputes,
    columns: but(disputes),
    n: rowid,
    key: disputes.orderId,
    parents: ofOrders,
  },
  {
    name: "payments",
    table: payments,
    columns: but(payments),
    n: sql`${payments.n}`,
    key: payments.orderId,
    parents: ofPurchases,
  },
  {
    name: "paymentPagesAndRefunds",
    table: moneyCalls,
    columns: but(moneyCalls, "url", "error"),
    n: sql`${moneyCalls.n}`,
    key: moneyCalls.orderId,
    parents: ofPurchases,
  },
  {
    name: "ledger",
    table: ledger,
    columns: but(ledger),
    n: sql`${ledger.n}`,
    of: (id) => eq(ledger.userId, id),
  },
  {
    name: "reviewsWritten",
    table: reviews,
    columns: but(reviews),
    n: sql`${reviews.n}`,
    key: reviews.orderId,
    parents: ofPurchases,
  },
  {
    name: "reviewsReceived",
    table: reviews,
    columns: but(reviews, "buyerId"),
    n: sql`${reviews.n}`,
    key: reviews.gigId,
    parents: ofGigs,
  },
  {
    name: "reviewsReported",
    table: reviewReports,
    columns: but(reviewReports),
    n: sql`${reviewReports.n}`,
    of: (id) => eq(reviewReports.reporterId, id),
  },
  {
    name: "conversations",
    table: conversations,
    columns: {
      ...but(conversations),
      first: nameOf(sql`conversations.first_id`).as("first"),
      second: nameOf(sql`conversations.second_id`).as("second"),
    },
    n: sql`${conversations.n}`,
    of: (id) => sql`(${conversations.firstId} = ${id} or ${conversations.secondId} = ${id})`,
  },
  {
    name: "messages",
    table: messages,
    columns: but(messages),
    n: sql`${messages.n}`,
    key: messages.conversationId,
    parents: (id, after) =>
      sql`select id from conversations where (first_id = ${id} or second_id = ${id}) and id > ${after}`,
  },
  {
    name: "mails",
    table: outbox,
    columns: but(outbox, "userId", "attempts", "dueAt", "error"),
    n: sql`${outbox.n}`,
    of: (id) => eq(outbox.userId, id),
  },
  {
    name: "noticesToTheOperator",
    table: adminNotifications,
    columns: but(adminNotifications, "userId"),
    n: sql`${adminNotifications.n}`,
    // With the type, which leads to the row: there is one of each type about each user.
    of: (id) => and(eq(adminNotifications.type, "signup"), eq(adminNotifications.userId, id)),
  },
  {
    name: "operatorsActions",
    table: auditLog,
    columns: but(auditLog, "operatorId"),
    n: sql`${auditLog.n}`,
    of: (id) => eq(auditLog.subjectId, id),
  },
];
