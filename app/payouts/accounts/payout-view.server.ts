import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities } from "#app/context.ts";
import { bankLine, firstDeadline, stateOf } from "#app/payouts/accounts/account.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { shownRequirements } from "#app/payouts/accounts/requirements.ts";
import { isConfirmed } from "#app/payouts/accounts/stripe-pages.server.ts";
import { failureText, payoutAmount } from "#app/payouts/bank/bank-payout.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

/**
 * What 'Getting paid' shows a seller; null for a user who has never been one. `readAt`: when Stripe was last
 * asked, UTC ms. `failed`: a payout that failed and was not resolved. `asks`: what the form asks before it
 * redirects to Stripe.
 */
export async function find(deps: Pick<Capabilities, "db" | "clock">, viewer: Viewer) {
  const { db } = deps;
  const [seller, account, failed, confirmed, timeZone] = await Promise.all([
    sellers.findByUser(db, viewer.id),
    accounts.findOpen(db, viewer.id),
    bankPayouts.findFailed(db, viewer.id),
    isConfirmed(deps, viewer),
    profiles.timeZoneOf(db, viewer.id),
  ]);
  if (!seller || seller.activatedAt === null) return null;
  const { requirements = [] } = account ?? {};
  const state = stateOf(account);
  return {
    // Stripe disables the bank account when a payout fails. The account says so only a moment later.
    state: failed && state === "ready" ? "bank failed" : state,
    bank: account && bankLine(account),
    failed: failed && {
      title: `Your payout of ${payoutAmount(failed)} failed`,
      ...failureText(failed.failureCode),
    },
    wanted: shownRequirements(requirements),
    by: firstDeadline(requirements),
    readAt: account?.readAt ?? null,
    timeZone,
    asks: { country: account === null && seller.payoutCountry === null, password: !confirmed },
  };
}

export type PayoutView = NonNullable<Awaited<ReturnType<typeof find>>>;
