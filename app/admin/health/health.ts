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

/** Emails that were given up count as stuck for this long after they were written, in ms. */
export const givenUpFor = 9 * day;

/** No email is tried for longer than this, in ms: 48 hours, and some time for a late sweep. */
export const triedAtMost = 3 * day;

/** Files that could not be deleted count as stuck from this attempt on, more than a day after the first. */
export const deletionsTried = 5;

/** Rejected webhooks count as stuck from this number in one hour. Strangers always cause a few. */
export const rejectionsPerHour = 10;

/** Counting stops one above this, so that the read stays small. */
export const countCap = 100;

type Stuck = { key: string; stuck: number; since: number | null };

/** What the email `overdue` reports, or what ends with the run that would report it. */
const toldElsewhere = ["sweep", "webhooks", "overdue-orders", "overdue-mails"];

/**
 * What the daily email reports: the checks that have been stuck for an hour and are in no other email of the
 * day.
 * @param isMoneyTold true if the email `overdue` is about a call to Stripe
 */
export function toTell<Check extends Stuck>(checks: Check[], at: number, isMoneyTold: boolean): Check[] {
  return checks.filter(
    ({ key, stuck, since }) =>
      stuck > 0 &&
      since !== null &&
      since <= at - alarmAfter &&
      !toldElsewhere.includes(key) &&
      !(isMoneyTold && key === "money"),
  );
}

type Counted = Stuck & { count: number; section?: string; partOf?: string };

/**
 * What is waiting for an operator, oldest first: what the menu counts, and what is stuck. `stuck` includes
 * the items of the checks that are part of this one.
 */
export function waitingOf<Check extends Counted>(checks: Check[]): Check[] {
  const oldest = ({ since }: Check) => since ?? Number.POSITIVE_INFINITY;
  return checks
    .filter(({ count, section, stuck, partOf }) => count > 0 && !partOf && (section || stuck > 0))
    .map((check) => ({
      ...check,
      stuck:
        check.stuck + checks.reduce((sum, { partOf, stuck }) => sum + (partOf === check.key ? stuck : 0), 0),
    }))
    .sort((a, b) => oldest(a) - oldest(b));
}

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
