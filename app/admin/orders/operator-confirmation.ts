import { listPath } from "#app/admin/list-search.ts";
import { operatorActions } from "#app/admin/orders/operator-action.ts";
import { leftOf, returnOf } from "#app/ledger/shares.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { OrderState } from "#app/orders/order.ts";
import type { TransitionName } from "#app/orders/transitions.ts";

/**
 * The transitions that refund, end or pay an order. The console asks the operator to confirm them
 * (docs/specification.md#operator-confirmation).
 */
const questions: Partial<Record<TransitionName, string>> = {
  complete: "Complete this order for the buyer?",
  cancel: "Cancel this order for the buyer?",
  refuse: "Decline this order for the seller?",
  "accept-cancel": "Accept the cancellation?",
  "accept-refund": "Refund the buyer in full?",
  "operator-cancel": "Cancel this order?",
};

type Confirmed = OrderState & { feeCents: number };
type Paid = Pick<Confirmed, "paymentStatus"> & Parameters<typeof leftOf>[0];

/** A page that confirms a transition. `label`: the button's, with the sum to refund. */
export type Confirmation = { title: string; label: string; consequences: string[] };

/**
 * The label of the link to a confirmation. Cancelling a paid order names the sum: "Cancel and refund $32.66".
 */
export function labelOf(name: TransitionName, order: Paid): string {
  const left = leftToRefund(order);
  if (name === "operator-cancel" && left > 0) return `Cancel and refund ${exactDollars(left)}`;
  return operatorActions[name]?.label ?? name;
}

/** What is left of the payment, in cents; 0 if it was not paid. */
function leftToRefund(order: Paid): number {
  return order.paymentStatus === "paid" ? leftOf(order) : 0;
}

/** True if the operator must confirm this transition. */
export function asksOperator(name: TransitionName): boolean {
  return questions[name] !== undefined;
}

/**
 * The confirmation of a transition, with its consequences; null if it needs none.
 * @param names the display names of the parties
 */
export function confirmationOf(
  name: TransitionName,
  order: Confirmed,
  names: { buyer: string; seller: string },
): Confirmation | null {
  const title = questions[name];
  if (title === undefined) return null;
  const yes = (text: string) => `Yes, ${text}`;
  const ends = "The order ends. This cannot be undone.";
  if (name === "complete") {
    const delivered = order.deliveredAt === null ? `${names.seller} has not delivered anything yet. ` : "";
    const paid = `${delivered}${names.seller} gets paid, and ${names.buyer} can no longer ask for changes.`;
    return { title, label: yes("complete it"), consequences: [paid, ends] };
  }
  const left = leftToRefund(order);
  const end = name === "accept-refund" ? "close it" : "end it";
  if (left === 0) {
    const nothing = order.paymentStatus === "paid" ? "Everything was refunded already." : "Nothing was paid.";
    return { title, label: yes(end), consequences: [`${nothing} No money moves.`, ends] };
  }
  return {
    title,
    label: yes(`refund ${exactDollars(left)} and ${end}`),
    consequences: [...refundSentences(order, left, names.buyer), ends],
  };
}

/** The confirmation before a failed refund is sent again. @param cents of the failed refund */
export function resendingOf(cents: number, buyer: string): Confirmation {
  const sum = exactDollars(cents);
  return {
    title: "Send the refund again?",
    label: `Yes, refund ${sum} again`,
    consequences: [
      `Stripe accepted a refund of ${sum}, but it failed later. ${sum} goes back to the card of ${buyer}.`,
    ],
  };
}

/** The address that confirms a decision on an order. @param call the failed money call, for `refund-again` */
export function confirmPath(orderId: string, intent: TransitionName | "refund-again", call?: string): string {
  return listPath(href("/admin/orders/:id", { id: orderId }), { confirm: intent, call });
}

/** Where a refund goes, and whose share it reduces. @param cents at most what is left */
function refundSentences(order: Confirmed, cents: number, buyer: string): string[] {
  const { cashCents, creditCents, netCents, feeCents } = returnOf(order, cents);
  return [
    `${exactDollars(cents)} goes back to ${buyer}: ${exactDollars(cashCents)} to the card, ${exactDollars(creditCents)} as credit.`,
    `${exactDollars(netCents)} comes from the seller, ${exactDollars(feeCents)} from the platform's fee.`,
  ];
}
