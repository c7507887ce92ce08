import { day } from "#app/lib/dates.ts";
import { bankWait } from "#app/payouts/waiting.ts";
import type { PayoutSchedule } from "#drizzle/schema.ts";

// When Stripe pays an account's balance into the bank (docs/specification.md#bank-payouts). Times are UTC ms.

/** How often sellers are paid: the setting `payout_schedule`. */
export type PayoutInterval = Exclude<PayoutSchedule, "manual">;

/** The setting's value as an interval; weekly if there is no row, or an unknown word. */
export function intervalOf(value: string | undefined): PayoutInterval {
  return value === "daily" ? "daily" : "weekly";
}

/** What Stripe's balance settings call a schedule. Weekly payouts are made on Tuesdays. */
export function scheduleAtStripe(schedule: PayoutSchedule) {
  return schedule === "weekly"
    ? { interval: schedule, weekly_payout_days: ["tuesday" as const] }
    : { interval: schedule };
}

/**
 * For how many days in total the schedule may be `manual`. Stripe requires money to leave an account within
 * 90.
 */
const maxManual = 80;

/** After this many days of another schedule, every balance has been paid out once. */
const paidOutAfter = 8;

/** What decides an account's schedule. `heldUntil`: the end of a hold by the account's owner; null: none. */
export type ScheduleFacts = {
  bankSince: number | null;
  bankIsFirst: boolean;
  heldUntil: number | null;
  schedule: PayoutSchedule | null;
  scheduleAt: number | null;
  manualSince: number | null;
};

/** `until`: when the schedule has to be decided again; null: when something changes. */
export type DecidedSchedule = { schedule: PayoutSchedule; manualSince: number | null; until: number | null };

/**
 * The schedule that an account should have. While the bank account is new, or its owner holds the payouts, it
 * is `manual`, so that money already at Stripe stays there, but for no more than 80 days in total.
 * @param at UTC ms
 */
export function decideSchedule(facts: ScheduleFacts, interval: PayoutInterval, at: number): DecidedSchedule {
  const { bankSince, bankIsFirst, heldUntil } = facts;
  const isPaidOut =
    facts.schedule !== "manual" && facts.scheduleAt !== null && at - facts.scheduleAt >= paidOutAfter * day;
  const since = isPaidOut ? null : facts.manualSince;
  // Without a bank account nothing can be paid, and one that is added is new.
  if (bankSince === null) return { schedule: "manual", manualSince: since, until: null };
  const newUntil = bankSince + (bankIsFirst ? bankWait.first : bankWait.changed) * day;
  const keptUntil = Math.max(newUntil, heldUntil ?? 0);
  if (at >= keptUntil) return { schedule: interval, manualSince: since, until: null };
  const manualSince = since ?? at;
  const latest = manualSince + maxManual * day;
  return at < latest
    ? { schedule: "manual", manualSince, until: Math.min(keptUntil, latest) }
    : { schedule: interval, manualSince, until: keptUntil };
}

const tuesday = 2;

/** The start of the first payout day after a time: a Tuesday, or any working day. UTC ms. */
export function nextPayoutDay(interval: PayoutInterval, after: number): number {
  let at = after - (after % day) + day;
  while (interval === "weekly" ? weekday(at) !== tuesday : !isWorkingDay(at)) at += day;
  return at;
}

/** How many working days a payout takes to reach the bank, as Stripe estimates. */
const bankDays = 2;

/** About when money that is sent at a time reaches the bank: the start of a day in UTC, ms. */
export function arrivesAbout(interval: PayoutInterval, sentAt: number): number {
  let at = nextPayoutDay(interval, sentAt);
  for (let left = bankDays; left > 0; ) {
    at += day;
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

const weekday = (at: number) => new Date(at).getUTCDay();
const isWorkingDay = (at: number) => weekday(at) !== 0 && weekday(at) !== 6;
