import { hour, minute } from "#app/lib/dates.ts";

/** The due time of an email that was given up, UTC ms. An operator can still send it from Health. */
export const never = 9_999_999_999_999;

/** How long an email is tried, in ms. The last try is not planned for later. */
export const triedFor = 48 * hour;

/** The pauses after each try but the last, in ms: 8 tries within 45 hours. */
export const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour];

/**
 * When an email is tried again if this try fails (docs/specification.md#outbox), UTC ms; `never` if it is
 * given up.
 * @param attempts the number of tries before this one @param at when this one begins, UTC ms
 */
export function nextTry(
  { attempts, createdAt }: { attempts: number; createdAt: number },
  at: number,
): number {
  const pause = pauses[attempts];
  const last = createdAt + triedFor;
  return pause === undefined || at >= last ? never : Math.min(at + pause, last);
}

/** What the row of an email says after a failed try: its error, and `dueAt` if it is given up. */
export function afterFailure(mail: { attempts: number; createdAt: number }, error: string, at: number) {
  if (nextTry(mail, at) !== never) return { error };
  const tries = mail.attempts === 0 ? "1 try" : `${mail.attempts + 1} tries`;
  return { error: `Given up after ${tries}: ${error}`, dueAt: never };
}
