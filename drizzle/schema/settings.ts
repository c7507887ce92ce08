import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What an operator may set: `fee_percent`, `refund_days`. What the product notes for itself: `reconciled`, how far it has looked at Stripe;
 * locally also `clock_offset_ms`, the moved clock of /dev/clock.
 */
export const settings = sqliteTable("settings", { key: text().primaryKey(), value: text().notNull() });
