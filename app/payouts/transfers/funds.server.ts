import { sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { findBalance } from "#app/payments/balance/balance-entries.server.ts";
import { hasNoReplacement } from "#app/payments/refunds/refund-calls.server.ts";

/**
 * True if the balance at Stripe has enough for a transfer after everything that refunds and decided transfers
 * need. A platform that does not settle in US dollars never has enough.
 * @param cents what the transfer needs
 * @throws Stripe's error
 */
export async function suffice(
  { db, stripe, clock }: Pick<Capabilities, "db" | "stripe" | "clock">,
  cents: number,
): Promise<boolean> {
  const [{ available }, [owed]] = await Promise.all([
    findBalance({ stripe, clock }),
    db.all<{ cents: number }>(sql`
      select ifnull(sum(params ->> '$.amount'), 0) as cents from money_calls indexed by money_calls_unsettled
      where state <> 'confirmed' and ((kind = 'refund' and (state <> 'sent' or stripe_id is null)) or (kind = 'transfer' and state <> 'failed')) and ${hasNoReplacement}`),
  ]);
  return available - (owed?.cents ?? 0) >= cents;
}
