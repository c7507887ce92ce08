import { day, hour, minute } from "#app/lib/dates.ts";

/** How long work may wait before it counts as stuck (docs/specification.md#operator-health), in ms. */
export const stuckAfter = {
  webhook: minute,
  moneyCall: 5 * minute,
  start: 3 * day,
  overdue: 10 * minute,
  ticket: day,
  application: day,
};

/** The operators get an email when something has been overdue for this long, in ms. */
export const alarmAfter = hour;

/** Rejected webhooks count as stuck from this number in one hour. Strangers always cause a few. */
export const rejectionsPerHour = 10;

/** Counting stops one above this, so that the read stays small. */
export const countCap = 100;

/** A count as the console shows it: `12`, or `100+` above the cap. */
export function cappedCount(count: number): string {
  return count > countCap ? `${countCap}+` : String(count);
}

/** The time since then in its largest unit: `40 min`, `3 h`, `9 d`. @param since UTC ms @param at UTC ms */
export function age(since: number, at: number): string {
  const minutes = Math.max(0, Math.floor((at - since) / minute));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor((at - since) / day)} d`;
}
