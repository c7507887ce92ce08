import type Stripe from "stripe";
import { findBalance } from "#app/payments/balance/balance-entries.server.ts";

/**
 * Asks Stripe whether the platform can pay sellers (docs/payouts.md#currency). The product decides the same
 * before each transfer, so this stops no deployment.
 * @param stripe null: there is no key, since wrangler does not tell secrets
 * @returns why sellers are not paid, or why that is not known, with what to do; null: they are
 */
export async function refusalOfPayouts(stripe: Stripe | null): Promise<string | null> {
  if (!stripe)
    return "Stripe was not asked whether sellers can be paid: set STRIPE_SECRET_KEY in this shell, or look at /admin/balance.";
  try {
    const { hasDollars } = await findBalance({ stripe, clock: Date });
    return hasDollars
      ? null
      : "Payouts are refused: the platform's account at Stripe has no balance in US dollars. Add a bank account in US dollars to it: docs/payouts.md#currency.";
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return `Stripe did not say whether sellers can be paid (${text}). Look at /admin/balance: docs/payouts.md#currency.`;
  }
}
