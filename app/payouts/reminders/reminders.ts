import { day } from "#app/lib/dates.ts";

// When a seller is reminded of payouts that are not set up, and of what Stripe asks for
// (docs/specification.md#payout-reminders). Times are UTC ms.

/** How long after the first earnings have waited for the set-up, in days. */
const setupDays = [1, 7, 30];

/** How long before the deadline of what Stripe asks for, in days. */
const askedDays = [7, 1];

/** The next reminder of the set-up; null: it was the last. @param since when the earnings began to wait */
export function nextSetup(since: number, after: number): number | null {
  return nextOf(
    setupDays.map((days) => since + days * day),
    after,
  );
}

/** The next reminder of what Stripe asks for; null: there is none before the deadline. */
export function nextAsked(deadline: number, after: number): number | null {
  return nextOf(
    askedDays.map((days) => deadline - days * day),
    after,
  );
}

function nextOf(times: number[], after: number): number | null {
  return times.find((time) => time > after) ?? null;
}
