import { sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { hasNoReplacement } from "#app/payments/refunds/refund-calls.server.ts";

/**
 * True if the balance at Stripe has enough for a transfer after everything that refunds and decided
 * transfers need.
 * @param cents what the transfer needs
 * @throws Stripe's error
 */
export async function suffice(
  { db, stripe }: Pick<Capabilities, "db" | "stripe">,
  cents: number,
): Promise<boolean> {
  const [balance, [owed]] = await Promise.all([
    stripe.balance.retrieve(),
    db.all<{ cents: number }>(sql`
      select ifnull(sum(params ->> '$.amount'), 0) as cents from money_calls
      where state in ('due', 'sent', 'failed') and ((kind = 'refund' and (state <> 'sent' or stripe_id is null)) or (kind = 'transfer' and state <> 'failed')) and ${hasNoReplacement}`),
  ]);
  const available = balance.available.find(({ currency }) => currency === "usd")?.amount ?? 0;
  return available - (owed?.cents ?? 0) >= cents;
}
