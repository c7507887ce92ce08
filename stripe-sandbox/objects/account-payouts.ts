import type Stripe from "stripe";
import type { Store } from "../store.ts";

/** The newest payouts of a connected account, newest first. */
export function accountPayouts(store: Store, account: string): Stripe.Payout[] {
  return store.sql
    .exec<{ body: string }>(
      "select body from objects where kind = 'payout' and account = ? order by seq desc limit 20",
      account,
    )
    .toArray()
    .map(({ body }) => JSON.parse(body) as Stripe.Payout);
}
