/**
 * True when the page before this one in the browser's history is ours.
 * @param state the history's own, in which the router counts the pages that it has shown since it was loaded
 * @param from the address that led here, as the browser tells it @param origin ours
 */
export function isBeforeOurs(state: unknown, from: string, origin: string): boolean {
  const index = typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
  return index > 0 || from.startsWith(`${origin}/`);
}

/** What was paid for: `type` of the address, which only chooses the wording (docs/specification.md#payment-success). */
export type PaymentKind = "service" | "seller_registration" | "other";

/**
 * What a Checkout Session has become. `confirmed`: its order is paid. `processing`: the bank has not answered. `unpaid`: it may
 * still be paid, or never will be. `returned`: the money goes back. `mismatch`: an operator must look. `unknown`: not ours.
 */
export type Fulfilment = {
  state: "confirmed" | "processing" | "unpaid" | "returned" | "mismatch" | "unknown";
  orderId: string | null;
};

/**
 * What opening a payment has come to: the card page's address; nothing to be paid any more; a bank that has not answered;
 * or a failure, with a sentence where one can be given.
 */
export type Checkout =
  | { url: string }
  | { nothingDue: true }
  | { processing: true }
  | { failed: string | null };

/** What the buyer is told when there is no card page; null: nothing (docs/specification.md#error-catalogue). */
export function noticeOf(
  checkout: Exclude<Checkout, { url: string }>,
): { kind: "info" | "error"; text: string } | null {
  if ("processing" in checkout) {
    return { kind: "info", text: "Your bank has not confirmed yet. Please don't pay a second time." };
  }
  if ("nothingDue" in checkout) return null;
  return {
    kind: "error",
    text: checkout.failed ? `Failed to process payment: ${checkout.failed}` : "Payment processing failed",
  };
}

/** A payment's row as `fulfil` tells it. */
export function asFulfilment({ outcome, orderId }: { outcome: string; orderId: string }): Fulfilment {
  const state = outcome === "applied" ? "confirmed" : outcome === "returned" ? "returned" : "mismatch";
  return { state, orderId };
}

/** What the success page found out. */
export type PaymentState =
  | "confirmed"
  | "processing"
  | "gave up"
  | "unpaid"
  | "returned"
  | "mismatch"
  | "unknown"
  | "not found";

export function paymentKind(type: string | null): PaymentKind {
  return type === "service" || type === "seller_registration" ? type : "other";
}

type Words = { title: string; text: string; kind: "ok" | "amber" | "bad"; icon: "done" | "clock" | "alert" };

const confirmed: Record<PaymentKind, Words> = {
  service: {
    title: "Payment received",
    text: "Thank you. Your order is with the seller.",
    kind: "ok",
    icon: "done",
  },
  seller_registration: {
    title: "Welcome, seller",
    text: "Your seller account is activated immediately. You keep 100% of earnings with 0% commission. Write your first gig while the idea is fresh.",
    kind: "ok",
    icon: "done",
  },
  other: {
    title: "Thank you",
    text: "Payments and their state are listed in your orders.",
    kind: "ok",
    icon: "done",
  },
};

/**
 * The words of the success page. A payment that is not found keeps the heading of its kind, and the text says so (docs/specification.md#payment-success
 * section 2).
 * @param asks the seller asks something that is not answered yet
 */
export function successWords(kind: PaymentKind, state: PaymentState, asks: boolean): Words {
  switch (state) {
    case "confirmed": {
      const { text, ...words } = confirmed[kind];
      const more = asks ? " Answer their questions next, so that they can begin." : "";
      return { ...words, text: text + more };
    }
    case "processing":
      return {
        title: "Still processing",
        text: "Your bank has not confirmed yet. This page looks again by itself. Please don't pay a second time.",
        kind: "amber",
        icon: "clock",
      };
    case "gave up":
      return {
        title: "We'll e-mail you",
        text: "The confirmation is taking longer than usual. As soon as it arrives we write to you. Do not pay again.",
        kind: "amber",
        icon: "clock",
      };
    case "unpaid":
      return {
        title: "Not paid",
        text: "This payment was not completed. Nothing was charged.",
        kind: "amber",
        icon: "alert",
      };
    case "returned":
      return {
        title: "Your payment goes back to you",
        text: "This order could not take the payment any more. It is being refunded in full.",
        kind: "amber",
        icon: "alert",
      };
    case "mismatch":
      return {
        title: "We look into your payment",
        text: "The payment and the order do not agree. A person looks into it and writes to you. Do not pay again.",
        kind: "bad",
        icon: "alert",
      };
    default:
      return {
        ...confirmed[kind],
        text: "We could not find this payment; see your orders",
        kind: "amber",
        icon: "alert",
      };
  }
}
