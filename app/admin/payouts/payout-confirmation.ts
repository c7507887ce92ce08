import {
  type ConfirmedIntent,
  confirmedIntents,
  leftOfTransfer,
  maxByHand,
  refusalToHandPayment,
  refusalToReversal,
} from "#app/admin/payouts/payout-decision.ts";
import type { SellerPayouts } from "#app/admin/payouts/seller-payouts.server.ts";
import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { sumOf } from "#app/payouts/transfers/settle.ts";

/**
 * A page that confirms a decision. `maxCents`: the maximum amount; null: the page asks for no amount.
 * `refusal`: why it is not possible now; null: it is.
 */
export type PayoutConfirmation = {
  intent: ConfirmedIntent;
  title: string;
  label: string;
  consequences: string[];
  maxCents: number | null;
  refusal: string | null;
};

/**
 * The page that an address asks for (docs/specification.md#operator-confirmation).
 * @param id the transfer, or the order whose debt is meant
 * @returns null if there is no such decision
 */
export function payoutConfirmationOf(
  payouts: SellerPayouts,
  confirm: string | null,
  id: string,
): PayoutConfirmation | null {
  const intent = confirmedIntents.find((one) => one === confirm);
  if (intent === "pay-by-hand") {
    const most = maxByHand(payouts);
    return {
      intent,
      title: "Record a manual payment?",
      label: "Yes, it was paid",
      consequences: [
        "You have paid these earnings from your own bank account. No money moves at Stripe.",
        ...debtsFirst(payouts),
        "Earnings that cleared first count as paid first. This cannot be undone.",
      ],
      maxCents: most,
      refusal: refusalToHandPayment(payouts, most),
    };
  }
  if (intent === "write-off") {
    const debt = payouts.debts.find(({ orderId }) => orderId === id);
    if (!debt) return null;
    const sum = exactDollars(debt.cents);
    return {
      intent,
      title: `Write off ${sum}?`,
      label: `Yes, write off ${sum}`,
      consequences: [
        `${payouts.person.fullName} owes ${sum} for order #${shortId(id)}. The platform writes it off.`,
        "It is no longer taken from later earnings. This cannot be undone.",
      ],
      maxCents: null,
      refusal: null,
    };
  }
  const transfer = intent === "reverse" ? payouts.transfers.find((one) => one.id === id) : undefined;
  if (!transfer) return null;
  return {
    intent: "reverse",
    title: "Take money back from this transfer?",
    label: "Yes, take it back",
    consequences: [
      `${exactDollars(leftOfTransfer(transfer))} of the transfer for order #${shortId(transfer.orderId)} is with the seller.`,
      "What is taken back is owed to the seller again. It is sent when the hold ends. If Stripe refuses, nothing changes.",
    ],
    maxCents: leftOfTransfer(transfer),
    refusal: refusalToReversal(transfer, payouts.hold),
  };
}

/** The part of the cleared earnings that pays debts, if there are any. */
function debtsFirst({ cleared, debts, person }: SellerPayouts): string[] {
  if (debts.length === 0) return [];
  const [sum, owed] = [sumOf(cleared), sumOf(debts)];
  return [
    `${exactDollars(sum)} has cleared. ${exactDollars(Math.min(sum, owed))} of it pays what ${person.fullName} owes, the oldest debt first.`,
  ];
}
