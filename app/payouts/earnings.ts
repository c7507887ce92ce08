import { date, dayAndMonth } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";

/**
 * A seller's earnings in cents, after fees and refunds. `pendingCents`: paid, not completed. `clearingCents`:
 * completed, and not cleared (docs/specification.md#clearing). `waitingCents`: cleared, and not transferred.
 * `underWayCents`: transferred, and Stripe has not confirmed it. `sentCents`: what the seller's account at
 * Stripe has received, less what was taken back. `owedCents`: what the seller owes back. `soonest`: what
 * clears within 24 hours of the next order that clears, each with its time, UTC ms.
 */
export type Earnings = {
  pendingCents: number;
  clearingCents: number;
  waitingCents: number;
  underWayCents: number;
  sentCents: number;
  owedCents: number;
  soonest: { clearsAt: number; cents: number }[];
};

/**
 * `$86.40 clears on 3 Dec`: what clears on the next day on which anything does; null if nothing has a date.
 * @param timeZone whose days; null: UTC
 */
export function nextToClear({ soonest }: Earnings, timeZone: string | null): string | null {
  const [first] = soonest;
  if (!first) return null;
  const day = date(first.clearsAt, timeZone);
  const cents = soonest
    .filter(({ clearsAt }) => date(clearsAt, timeZone) === day)
    .reduce((sum, one) => sum + one.cents, 0);
  return `${exactDollars(cents)} clears on ${dayAndMonth(first.clearsAt, timeZone)}`;
}
