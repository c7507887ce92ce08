import type { PaidFor } from "#app/ledger/paid-for.server.ts";

/**
 * What was paid for: the parameter `type` of the address. It only chooses the text
 * (docs/specification.md#payment-success).
 */
export type PaymentKind = "service" | "extra" | "seller_registration" | "other";

/** The state of a payment, for the success page. `gave up`: it is still processing after the last reload. */
export type PaymentState =
  | "confirmed"
  | "processing"
  | "gave up"
  | "unpaid"
  | "returned"
  | "credit refused"
  | "mismatch"
  | "looked into"
  | "unknown"
  | "not found";

export function paymentKind(type: string | null): PaymentKind {
  return type === "service" || type === "seller_registration" ? type : "other";
}

/** What a payment that was found is really for, whatever the address says. */
export function paidKind(kind: PaymentKind, paidFor: PaidFor & { extraId?: string }): PaymentKind {
  if (paidFor.isRegistration) return "seller_registration";
  if (paidFor.extraId !== undefined) return "extra";
  return kind === "seller_registration" ? "service" : kind;
}

type SuccessText = {
  title: string;
  text: string;
  kind: "ok" | "amber" | "bad";
  icon: "done" | "clock" | "alert";
};

const confirmed: Record<PaymentKind, SuccessText> = {
  service: {
    title: "Payment received",
    text: "Thank you. Your order is with the seller.",
    kind: "ok",
    icon: "done",
  },
  extra: {
    title: "Payment received",
    text: "Thank you. The extra is part of your order, and we've let the seller know.",
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
 * The text of the success page (docs/specification.md#payment-success).
 * @param hasQuestions the seller has questions that the buyer has not answered yet
 */
export function successText(kind: PaymentKind, state: PaymentState, hasQuestions: boolean): SuccessText {
  switch (state) {
    case "confirmed": {
      const { text, ...rest } = confirmed[kind];
      const more = hasQuestions ? " Answer their questions next, so that they can begin." : "";
      return { ...rest, text: text + more };
    }
    case "processing":
      return {
        title: "Still processing",
        text: "Your bank has not confirmed yet. This page checks again automatically. Please don't pay a second time.",
        kind: "amber",
        icon: "clock",
      };
    case "gave up":
      return {
        title: "We'll email you",
        text: "The confirmation is taking longer than usual. We'll write to you as soon as it arrives. Do not pay again.",
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
        title: "We are refunding your payment",
        text: `${kind === "seller_registration" ? "Your registration fee was no longer due." : "This order could no longer take the payment."} You get a full refund.`,
        kind: "amber",
        icon: "alert",
      };
    case "credit refused":
      return {
        title: "We are refunding your payment",
        text: "This card has already used another account's $10 credit, and credit works once per card. You get a full refund. To keep the order, pay its full price on its page. You keep your credit for another order, paid with another card.",
        kind: "amber",
        icon: "alert",
      };
    case "mismatch":
      return {
        title: "We are looking into your payment",
        text: `The payment does not match the ${paidFor(kind)}. Someone on our team is checking it and will write to you. Do not pay again.`,
        kind: "bad",
        icon: "alert",
      };
    case "looked into":
      return {
        title: "We have looked into your payment",
        text: `The payment did not match the ${paidFor(kind)}, and someone on our team has checked it. If anything is unclear, write to us on the Contact page.`,
        kind: "amber",
        icon: "alert",
      };
    default:
      return {
        title: "Payment",
        text: "We could not find this payment; see your orders",
        kind: "amber",
        icon: "alert",
      };
  }
}

function paidFor(kind: PaymentKind): string {
  return kind === "seller_registration" ? "registration fee" : kind === "extra" ? "extra" : "order";
}
