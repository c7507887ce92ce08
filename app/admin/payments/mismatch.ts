import { listPath } from "#app/admin/list-search.ts";
import { decimalAmount } from "#app/lib/currencies.ts";
import { exactDollars } from "#app/lib/money.ts";

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

/** `$80.00`; in other currencies `80.00 eur` or `12000 jpy`. */
export function amountText({ amountCents, currency }: Amount): string {
  return currency === "usd"
    ? exactDollars(amountCents)
    : `${decimalAmount(amountCents, currency)} ${currency}`;
}

/** The address of the page that confirms a decision about one mismatch. */
export function confirmMismatchPath(id: string, intent: "refund" | "take-in"): string {
  return listPath("/admin/payments", { confirm: id, intent: intent === "refund" ? null : intent });
}
