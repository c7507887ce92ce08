import { exactDollars } from "#app/lib/money.ts";
import type { Fulfilment } from "#app/payments/payment.ts";

/**
 * The result for one payment (docs/specification.md#charged). `looked at`: an operator must check it;
 * `checked`: one has. `unreached`: Stripe did not answer in time.
 */
export type CheckState =
  | "paid"
  | "processing"
  | "unpaid"
  | "returned"
  | "looked at"
  | "checked"
  | "unreached";

/** One payment of a check. Cents; UTC ms. `to`: the page of what was paid for. */
export type CheckedPayment = { label: string; cents: number; to: string; at: number; state: CheckState };

/** A stored check. */
export type PaymentCheck = { id: string; at: number; results: CheckedPayment[] };

/** How many sessions a check asks Stripe about, how old they may be, and how long it may take, in ms. */
export const checkBounds = { sessions: 10, days: 14, time: 12_000 };

const states: Record<Fulfilment["state"], CheckState> = {
  confirmed: "paid",
  processing: "processing",
  unpaid: "unpaid",
  returned: "returned",
  "credit refused": "returned",
  mismatch: "looked at",
  "looked into": "checked",
  unknown: "looked at",
};

/** What a fulfilment means for the person who was charged. */
export function checkStateOf({ state }: Fulfilment): CheckState {
  return states[state];
}

/** The text for each state of a payment, with the colour of its tag. */
export const checkTexts: Record<
  CheckState,
  { title: string; text: string; tag: "ok" | "wait" | "bad" | "" }
> = {
  paid: { title: "Found and paid", text: "We have your payment.", tag: "ok" },
  processing: {
    title: "Still with the bank",
    text: "Your bank has not confirmed it yet. We'll write to you as soon as it does. Please don't pay again.",
    tag: "wait",
  },
  unpaid: {
    title: "Not paid",
    text: "This payment was not completed, and nothing was charged. If your card shows a pending charge, the bank removes it automatically.",
    tag: "",
  },
  returned: {
    title: "On its way back",
    text: "This payment could not be used. You get all of it back, usually within 5 to 10 days.",
    tag: "wait",
  },
  "looked at": {
    title: "Under review",
    text: "The payment does not match what it is for. Someone on our team is checking it and will write to you. Please don't pay again.",
    tag: "bad",
  },
  checked: {
    title: "Checked",
    text: "The payment did not match what it is for, and someone on our team has checked it. If anything is unclear, write to us below.",
    tag: "",
  },
  unreached: {
    title: "Not checked",
    text: "Our payment service did not answer in time. We'll ask again automatically. Please don't pay again.",
    tag: "wait",
  },
};

/** A check as the text of a ticket: one line for each payment. */
export function checkAsText(results: CheckedPayment[]): string {
  if (results.length === 0) return `No payments from the last ${checkBounds.days} days were found.`;
  return results
    .map(({ label, cents, state }) => `${label}, ${exactDollars(cents)}: ${checkTexts[state].title}`)
    .join("\n");
}

/**
 * The results to show: if something was paid, its incomplete attempts are left out. An order and each extra
 * that was added to it have their own label.
 */
export function withoutFailedAttempts(results: CheckedPayment[]): CheckedPayment[] {
  return results.filter(
    (one) =>
      one.state !== "unpaid" ||
      !results.some((other) => other.label === one.label && other.state !== "unpaid"),
  );
}
