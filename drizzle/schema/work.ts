import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The parts of the scheduled work (docs/architecture.md#work). All times are the real time in UTC ms, even if
 * local tools have moved the product's clock: they show whether the scheduled work runs.
 */
export const workParts = sqliteTable("work_parts", {
  /** A kind of work. `sweep` is the run of all of them. */
  name: text().primaryKey(),
  /** Until then, units already found wait in the queue and are not searched for again. */
  queuedUntil: integer("queued_until").notNull().default(0),
  /** When it last found nothing to do, or completed a unit. */
  succeededAt: integer("succeeded_at").notNull(),
});

/** Messages of the queue that were given up: they were unreadable, or failed every time. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    /** The message as JSON, at most 2,000 characters. */
    body: text().notNull(),
    reason: text({ enum: ["not understood", "failed"] }).notNull(),
    /** UTC ms. */
    at: integer().notNull(),
  },
  (t) => [index("dead_letters_at").on(t.at)],
);
