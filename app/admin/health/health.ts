import { day, minute } from "#app/lib/dates.ts";

/** When something that goes on by itself counts as stuck, in ms. */
export const stuckAfter = { webhook: minute, moneyCall: 5 * minute, start: 3 * day };

/** So many deliveries turned away in an hour are more than strangers' tries: below it Health only shows their number. */
export const rejectionsPerHour = 10;

/** Counting stops above this: nobody needs a higher number, and the read stays small. */
export const countCap = 100;

/** `12`, or `100+` where counting stopped. */
export function cappedCount(count: number): string {
  return count > countCap ? `${countCap}+` : String(count);
}

/** For how long, in the largest unit: `40 min`, `3 h`, `9 d`. @param since UTC ms @param at UTC ms */
export function age(since: number, at: number): string {
  const minutes = Math.max(0, Math.floor((at - since) / minute));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor((at - since) / day)} d`;
}
