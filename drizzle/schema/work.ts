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
  /** Of `sweep`: until then one is running, and no other begins. 0 if none is. */
  runningUntil: integer("running_until").notNull().default(0),
  /** When the last run of it began; null before the first one. */
  begunAt: integer("begun_at"),
  /** How long that run took, in ms; null before the first one. */
  took: integer(),
  /**
   * What that run did. `done`: all that was due, `units` of it. `partly`: the rest waits for the next run.
   * `skipped`: no time was left. `queued`: `units` are on the queue. `failed`: it ended with an error.
   */
  outcome: text({ enum: ["done", "partly", "skipped", "queued", "failed"] }),
  units: integer().notNull().default(0),
  /** How many runs in a row have failed, and since when; null if the last one did not. */
  failures: integer().notNull().default(0),
  failingSince: integer("failing_since"),
});

/** The days on which the operators were told what is stuck (docs/specification.md#daily-mail). */
export const stuckDays = sqliteTable("stuck_days", {
  /** Its start in UTC, UTC ms. */
  day: integer().primaryKey(),
  /** What was stuck, one sentence each, as the email says it. */
  lines: text({ mode: "json" }).$type<string[]>().notNull(),
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
