import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { partyOf } from "#app/orders/order.ts";

type Amount = { currency: string; amountCents: number };
type Parties = { buyerId: string; sellerId: string };

/** Why a mismatched payment cannot be refunded from the console; null if it can. */
export function refusalToReturn({ currency, amountCents }: Amount): string | null {
  if (amountCents <= 0) return "Nothing came in";
  return currency === "usd" ? null : `Paid in ${currency}: refund it at Stripe, then mark it as looked into`;
}

/**
 * Why this operator may not resolve a mismatch; null if they may.
 * @param payment null if the mismatch is not a payment of an order
 * @param order the order that the mismatch is about; null if it is about none
 */
export function refusalToResolve(
  intent: "refund" | "look-into",
  payment: Amount | null,
  order: Parties | null,
  operatorId: string,
): string | null {
  if (order && partyOf(order, operatorId)) return partyRefusal;
  if (intent === "look-into") return null;
  return payment ? refusalToReturn(payment) : "Refund this at Stripe, then mark it as looked into";
}
