import { type SQL, sql } from "drizzle-orm";
import { hour, minute, second } from "#app/lib/dates.ts";

/**
 * The due time of an email that was given up, UTC ms. An operator can still send it from Health. During its
 * last try it is `never` plus the time when that try began.
 */
export const never = 9_999_999_999_999;

/** How long an email is tried, in ms. The last try is planned for no later than this. */
export const triedFor = 48 * hour;

/** The pauses after each try but the last, in ms: 8 tries within 45 hours. */
export const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour];

/**
 * SQL: when an email is retried if the try that begins now fails (docs/specification.md#outbox), UTC ms;
 * `never` plus now if this is the last try. It reads the columns `attempts`, the number of tries before this
 * one, and `created_at`.
 * @param at UTC ms
 */
export function nextTry(at: number): SQL<number> {
  const last = sql`created_at + ${triedFor}`;
  const next = sql`min(${at} + (${JSON.stringify(pauses)} ->> attempts), ${last})`;
  return sql`iif(${at} < ${last}, ifnull(${next}, ${never + at}), ${never + at})`;
}

/** SQL: when an email is due after a try that failed, UTC ms: `never` after the last. */
export const dueAfterFailure = sql`min(due_at, ${never})`;

/** How long one try may take, in ms: reading what the email says, and the provider's 10 s. */
export const tryLasts = 20 * second;

/**
 * SQL: a sender has claimed the email so recently that it may still be sending it, by a clock that may differ
 * a little.
 * @param at UTC ms
 */
export function isBeingTried(at: number): SQL<boolean> {
  const begun = sql`due_at - iif(due_at < ${never}, ${JSON.stringify(pauses)} ->> (attempts - 1), ${never})`;
  const isRecent = sql`${begun} between ${at - tryLasts} and ${at + tryLasts}`;
  return sql`ifnull(attempts > 0 and due_at > ${at} and ${isRecent}, 0)`;
}
