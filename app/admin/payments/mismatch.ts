import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { partyOf } from "#app/orders/order.ts";

/** What came of a form that was sent: its sentences, and what was typed. */
export type MismatchReply = {
  id: string;
  reason: string;
  fieldError: string | null;
  formError: string | null;
};

type Differing = { currency: string; amountCents: number };
type Parties = { buyerId: string; sellerId: string };

/** Why a payment of the queue cannot be given back from here, whoever asks; null: it can. */
export function refusalToReturn({ currency, amountCents }: Differing): string | null {
  if (amountCents <= 0) return "Nothing came in";
  return currency === "usd" ? null : `Paid in ${currency}: refund it at Stripe, then mark it as looked into`;
}

/**
 * Why this operator may not resolve that; null: they may.
 * @param payment null: what waits is no payment of an order @param order the one that it is about, null: none
 */
export function refusalToResolve(
  intent: "refund" | "look-into",
  payment: Differing | null,
  order: Parties | null,
  operatorId: string,
): string | null {
  if (order && partyOf(order, operatorId)) return partyRefusal;
  if (intent === "look-into") return null;
  return payment ? refusalToReturn(payment) : "Refund this at Stripe, then mark it as looked into";
}
