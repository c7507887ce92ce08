import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The webhook events. Each is stored under its id before it is processed, and processed once. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: text().notNull(),
    /**
     * The id of what it is about at Stripe, by which operators find it. It outlives the payload. Null for
     * older events, and for those about no object.
     */
    about: text(),
    receivedAt: integer("received_at").notNull(),
    processedAt: integer("processed_at"),
    attempts: integer().notNull(),
    /** Not processed before this time, UTC ms. */
    dueAt: integer("due_at").notNull(),
    error: text(),
  },
  (t) => [
    index("webhook_events_waiting").on(t.processedAt, t.dueAt),
    // Events that are not about money are kept for a shorter time (workers/work/prunes.server.ts).
    index("webhook_events_other")
      .on(t.processedAt)
      .where(
        sql`not (type between 'charge.' and 'charge/' or type between 'checkout.' and 'checkout/' or type between 'refund.' and 'refund/')`,
      ),
  ],
);

/**
 * Rejected webhook deliveries. They are counted per hour and reason, so that a stranger cannot fill a table.
 * `hour` is the start of the hour, UTC ms.
 */
export const webhookRejections = sqliteTable(
  "webhook_rejections",
  { hour: integer().notNull(), reason: text().notNull(), count: integer().notNull() },
  (t) => [primaryKey({ columns: [t.hour, t.reason] })],
);
