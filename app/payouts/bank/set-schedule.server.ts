import { and, eq, sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { isStripeError, refused } from "#app/payments/stripe.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { scheduleAtStripe } from "#app/payouts/bank/schedule.ts";
import { type PayoutSchedule, payoutAccounts } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/**
 * Sets the payout schedule of an account at Stripe, once our row says that it is wanted
 * (docs/specification.md#bank-payouts). If Stripe does not answer, the account is soon read again, and the
 * schedule is set again: setting it twice changes nothing.
 * @param account as it was just stored
 * @param checkAt when the account is read next, once Stripe has confirmed it; UTC ms, null: not planned
 */
export async function setSchedule(
  { db, stripe, clock, log }: Deps,
  { id, stripeId, updatedAt }: { id: string; stripeId: string; updatedAt: number },
  wanted: PayoutSchedule,
  checkAt: number | null,
): Promise<void> {
  try {
    const schedule = scheduleAtStripe(wanted);
    await stripe.balanceSettings.update(
      // What a seller owes comes from their next earnings, never from their bank
      // (docs/decisions/0102-debit-no-seller-s-bank-account.md).
      { payments: { debit_negative_balances: false, payouts: { schedule } } },
      { stripeAccount: stripeId },
    );
  } catch (error) {
    if (!isStripeError(error)) throw error;
    log("warn", "payout schedule not set", { account: id, wanted, error: errorStack(error) });
    if (refused(error))
      await db
        .update(payoutAccounts)
        .set({ checkAt: clock.now() + day })
        // A change since then has its own plan.
        .where(and(eq(payoutAccounts.id, id), eq(payoutAccounts.updatedAt, updatedAt)));
    return;
  }
  const { meta } = await db
    .update(payoutAccounts)
    .set({
      schedule: wanted,
      scheduleAt: clock.now(),
      // A change since then has its own plan.
      checkAt: sql`iif(${payoutAccounts.updatedAt} = ${updatedAt}, ${checkAt}, ${payoutAccounts.checkAt})`,
    })
    .where(and(eq(payoutAccounts.id, id), eq(payoutAccounts.scheduleWanted, wanted)));
  if (meta.changes > 0) return;
  // The wanted schedule has changed since. It is unknown which of the two calls Stripe processed last.
  log("info", "payout schedule changed at the same time", { account: id });
  await db.update(payoutAccounts).set({ schedule: null }).where(eq(payoutAccounts.id, id));
  await accounts.checkSoon(db, id, clock.now());
}
