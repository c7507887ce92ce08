import { date, dayAndMonth } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { arrivesAbout, type PayoutInterval } from "#app/payouts/bank/schedule.ts";

/**
 * A seller's earnings in cents, after fees and refunds. `pendingCents`: paid, but not completed.
 * `clearingCents`: completed, but not cleared (docs/specification.md#clearing). `waitingCents`: cleared, but
 * not transferred. `underWayCents`: transferred to the seller's account at Stripe, but not in the bank.
 * `paidCents`: in the bank. `owedCents`: what the seller owes back. `soonest`: what clears within 24 hours of
 * the next order that clears, each with its time, UTC ms. `bank`: where it goes; null while nothing can be
 * paid out.
 */
export type Earnings = {
  pendingCents: number;
  clearingCents: number;
  waitingCents: number;
  underWayCents: number;
  paidCents: number;
  owedCents: number;
  soonest: { clearsAt: number; cents: number }[];
  bank: { last4: string; interval: PayoutInterval; from: number } | null;
};

/**
 * `$86.40 clears on 3 Dec, in your bank ••6789 about 11 Dec`: what clears on the next day on which anything
 * does; null if nothing has a date.
 * @param timeZone whose days; null: UTC. Bank days are in UTC.
 */
export function nextToClear({ soonest, bank }: Earnings, timeZone: string | null): string | null {
  const [first] = soonest;
  if (!first) return null;
  const day = date(first.clearsAt, timeZone);
  const ofDay = soonest.filter(({ clearsAt }) => date(clearsAt, timeZone) === day);
  const cents = ofDay.reduce((sum, one) => sum + one.cents, 0);
  const clears = `${exactDollars(cents)} clears on ${dayAndMonth(first.clearsAt, timeZone)}`;
  if (!bank) return clears;
  const sentAt = Math.max(bank.from, ...ofDay.map(({ clearsAt }) => clearsAt));
  return `${clears}, in your bank ••${bank.last4} about ${dayAndMonth(arrivesAbout(bank.interval, sentAt))}`;
}
