import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import type { AccountRow } from "#app/payouts/accounts/accounts.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { mayFailFor } from "#app/payouts/bank/bank-payout.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import { decideSchedule } from "#app/payouts/bank/schedule.ts";
import { setSchedule } from "#app/payouts/bank/set-schedule.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** How long closing is tried after the deletion, in ms. */
const triedFor = 180 * day;

/**
 * Closes the account at Stripe of a person who has deleted their account with us, once it is empty and its
 * last payout can no longer fail (docs/specification.md#leaving). Otherwise it is retried later, for at most
 * 180 days.
 * @param account open, of a deleted user
 * @throws Stripe's error: it is retried
 */
export async function closeForgotten(deps: Deps, account: AccountRow, deletedAt: number): Promise<void> {
  const { db, stripe, clock, log } = deps;
  const { id, stripeId } = account;
  if (stripeId === null) return;
  const at = clock.now();
  if (at - deletedAt > triedFor) {
    log("warn", "account not closed at Stripe for 180 days", { account: id });
    await accounts.changed(db, id, { checkAt: null }, at);
    return;
  }
  const { closed } = await stripe.v2.core.accounts.retrieve(stripeId);
  const from = closed ? at : await closableFrom(stripe, stripeId, at);
  if (from > at) {
    await accounts.changed(db, id, { checkAt: from }, at);
    if (!closed) await payOut(deps, account, stripeId, from, at);
    return;
  }
  if (!closed) await stripe.v2.core.accounts.close(stripeId, { applied_configurations: ["recipient"] });
  await accounts.closed(db, id, clock.now());
}

/**
 * What is left goes to the bank on the usual schedule, once the bank account is no longer new.
 * @param checkAt when the account is checked next, UTC ms
 */
async function payOut(deps: Deps, account: AccountRow, stripeId: string, checkAt: number, at: number) {
  const { db } = deps;
  const interval = await bankPayouts.findInterval(db);
  const { schedule } = decideSchedule({ ...account, heldUntil: null }, interval, at);
  if (account.schedule === schedule) return;
  await accounts.changed(db, account.id, { scheduleWanted: schedule, schedule: null }, at);
  await setSchedule(deps, { id: account.id, stripeId, updatedAt: at }, schedule, checkAt);
}

/** When an account at Stripe may be closed, as far as is known now, UTC ms. @param at UTC ms */
async function closableFrom(stripe: Stripe, stripeId: string, at: number): Promise<number> {
  const options = { stripeAccount: stripeId };
  const [balance, payouts] = await Promise.all([
    stripe.balance.retrieve({}, options),
    stripe.payouts.list({ limit: 10 }, options),
  ]);
  if ([...balance.available, ...balance.pending].some(({ amount }) => amount !== 0)) return at + day;
  if (payouts.data.some(({ status }) => status === "pending" || status === "in_transit")) return at + day;
  const paid = payouts.data.filter(({ status }) => status === "paid");
  return Math.max(at, ...paid.map(({ arrival_date }) => arrival_date * 1000 + mayFailFor * day));
}
