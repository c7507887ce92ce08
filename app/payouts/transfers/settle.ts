import { minute } from "#app/lib/dates.ts";

/**
 * What one order's earnings need next (docs/specification.md#transfers). Amounts are in cents, times UTC ms.
 *
 * - `send`: transfer `sendCents` to the seller; `debts` are the seller's debts that the earnings pay.
 * - `take`: the seller owes `cents` back; they come from a transfer of this order.
 * - `owe`: the seller owes `cents` back, and no transfer of this order can return them.
 * - `wait`: check again at `until`.
 * - `done`: nothing is left to do.
 */
export type NextStep =
  | { do: "send"; sendCents: number; debts: Debt[] }
  | { do: "take"; transferId: string; cents: number }
  | { do: "owe"; cents: number }
  | { do: "wait"; until: number; refusal?: "balance_insufficient" | "kept" }
  | { do: "done" };

/** What a seller owes for an order. */
export type Debt = { orderId: string; cents: number };

/** A transfer of the order that Stripe has not refused. */
type SentTransfer = { id: string; cents: number; reversedCents: number; isConfirmed: boolean };

/** What decides the next step. */
export type Facts = {
  /** What the seller has earned and not been sent. Negative: what the seller owes back. */
  payableCents: number;
  clearsAt: number;
  /** A request or a dispute of the order is open, or the seller's payouts are on hold. */
  isHeld: boolean;
  isExamined: boolean;
  /** Stripe has not answered whether it has taken something back for the order. */
  isReversing: boolean;
  /** From when the seller's account may receive transfers; null: it is not ready. */
  accountFrom: number | null;
  /**
   * What is kept back for banks' disputes about other orders of the seller, whose earnings were sent; and the
   * seller's other earnings that have cleared but were not sent.
   */
  keptCents: number;
  otherCents: number;
  /** The newest first. */
  sent: SentTransfer[];
  /** The oldest first. */
  debts: Debt[];
};

/** The most debts that one transfer pays. */
export const maxDebts = 5;

/** How long an order waits for something whose end nothing reports, in ms. */
export const retryPause = 10 * minute;

/**
 * The due time of an order that waits for a change: the end of a hold, or a seller's account that becomes
 * ready. The change makes it due earlier. It is the last time that a JavaScript date can hold.
 */
export const untilChange = 8_640_000_000_000_000;

/** @param at UTC ms */
export function nextStep(facts: Facts, at: number): NextStep {
  const { payableCents, clearsAt, isHeld, isExamined, isReversing, accountFrom, sent } = facts;
  if (payableCents === 0) return { do: "done" };
  if (payableCents < 0) return takeBack(-payableCents, sent, at);
  if (at < clearsAt) return { do: "wait", until: clearsAt };
  if (isHeld) return { do: "wait", until: untilChange };
  if (isExamined || isReversing) return { do: "wait", until: at + retryPause };
  if (accountFrom === null) return { do: "wait", until: untilChange };
  if (at < accountFrom) return { do: "wait", until: accountFrom };
  // Earlier earnings go first, so the latest ones are kept.
  if (facts.otherCents < facts.keptCents) return { do: "wait", until: at + retryPause, refusal: "kept" };
  const debts = payDebts(facts.debts, payableCents);
  // There may be more debts, which are paid before the seller. The rest of the earnings is due again.
  const sendCents = debts.length >= maxDebts ? 0 : payableCents - sumOf(debts);
  return { do: "send", debts, sendCents };
}

/** Takes money back from the newest transfer that has some left; what no transfer has is owed. */
function takeBack(cents: number, sent: SentTransfer[], at: number): NextStep {
  // Whether an unconfirmed transfer reached the seller is unknown. It may still be booked back.
  if (sent.some(({ isConfirmed }) => !isConfirmed)) return { do: "wait", until: at + retryPause };
  const source = sent.find((one) => one.reversedCents < one.cents);
  if (!source) return { do: "owe", cents };
  return { do: "take", transferId: source.id, cents: Math.min(cents, source.cents - source.reversedCents) };
}

/** Which debts the earnings pay, the oldest first. */
function payDebts(debts: Debt[], cents: number): Debt[] {
  let left = cents;
  const paid = debts.map(({ orderId, cents: owed }) => {
    const part = Math.min(owed, left);
    left -= part;
    return { orderId, cents: part };
  });
  return paid.filter((debt) => debt.cents > 0);
}

export function sumOf(parts: { cents: number }[]): number {
  return parts.reduce((sum, { cents }) => sum + cents, 0);
}
