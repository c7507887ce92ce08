type Amount = { currency: string; amountCents: number };

/** Why a mismatched payment cannot be refunded from the console; null if it can. */
export function refusalToReturn({ currency, amountCents }: Amount): string | null {
  if (amountCents <= 0) return "Nothing was paid";
  return currency === "usd" ? null : `Paid in ${currency}: refund it in Stripe, then mark it as resolved`;
}

/**
 * Why a mismatch cannot be resolved in this way; null if it can.
 * @param payment null if the mismatch is not a payment of an order
 */
export function refusalToResolve(intent: "refund" | "look-into", payment: Amount | null): string | null {
  if (intent === "look-into") return null;
  return payment ? refusalToReturn(payment) : "Refund this in Stripe, then mark it as resolved";
}
