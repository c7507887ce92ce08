type Amount = { currency: string; amountCents: number };

/** Why a mismatched payment cannot be refunded from the console; null if it can. */
export function refusalToReturn({ currency, amountCents }: Amount): string | null {
  if (amountCents <= 0) return "Nothing came in";
  return currency === "usd" ? null : `Paid in ${currency}: refund it at Stripe, then mark it as looked into`;
}

/**
 * Why a mismatch cannot be resolved in this way; null if it can.
 * @param payment null if the mismatch is not a payment of an order
 */
export function refusalToResolve(intent: "refund" | "look-into", payment: Amount | null): string | null {
  if (intent === "look-into") return null;
  return payment ? refusalToReturn(payment) : "Refund this at Stripe, then mark it as looked into";
}
