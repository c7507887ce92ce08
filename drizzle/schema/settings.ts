import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Settings by key. Operators set those of `/admin/settings`. The product itself writes `reconciled`,
 * `stripe_events` and `stripe_balance`: how far Stripe's lists of objects, of events and of balance
 * transactions were read; `orphan_files`: how far the bucket was compared with the rows; `digest_cursor`: the
 * number of the last message checked for an email to its reader; `year_statements`: how far the year's
 * statements are mailed; and `figures`: how far the tables are counted for the operator's figures. The local
 * server also writes `clock_offset_ms`, the offset of its clock.
 */
export const settings = sqliteTable("settings", { key: text().primaryKey(), value: text().notNull() });
