import { and, eq, isNull } from "drizzle-orm";
import { deleteAccount } from "#app/account/deletions.server.ts";
import * as mismatchQueue from "#app/admin/payments/mismatch-queue.server.ts";
import type { PayoutDecisionInput } from "#app/admin/payouts/payout-decision.form.ts";
import { leftOfTransfer, maxByHand } from "#app/admin/payouts/payout-decision.ts";
import { runPayoutDecision } from "#app/admin/payouts/run-payout-decision.server.ts";
import * as sellerPayouts from "#app/admin/payouts/seller-payouts.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { moved, readOn } from "#app/payments/balance/balance-entries.server.ts";
import { findOpen } from "#app/payouts/accounts/accounts.server.ts";
import { balanceTransactions, mismatches, moneyCalls, transfers } from "#drizzle/schema.ts";
import { deps as dashboard } from "#tests/support/clock.ts";
import { control } from "#tests/support/payouts.ts";
import { db } from "#tests/support/visitor.ts";
import { nullIfRefused, type Step } from "./bank-steps.ts";
import type { Deps } from "./line.ts";
import { closeAccount } from "./payout-steps.ts";
import type { World } from "./world.ts";

// What operators decide about a seller's payouts, what is done in Stripe's dashboard, and how the seller
// leaves.

type Asked = Pick<PayoutDecisionInput, "intent"> & Partial<PayoutDecisionInput>;

/** Runs a decision as the operator's form does, with the work that follows. @returns its outcome */
async function decide(world: World, deps: Deps, asked: Asked): Promise<string> {
  const person = await sellerPayouts.find(deps.db, world.seller.id, null, deps.clock.now());
  if (!person) throw new Error("The seller is missing");
  const input = { id: "", amount: "", days: "", reference: "", reason: "A good reason", ...asked };
  const decision = { operator: world.universe.operatorViewer, reason: input.reason };
  try {
    const { notice, later } = await runPayoutDecision(deps, person.person, input, decision);
    await later?.();
    return notice;
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.sentence ?? JSON.stringify(error.errors)}`;
    throw error;
  }
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** The operator puts the payouts on hold. If they are already, the hold is renewed or ends. */
export const holdPayouts: Step = async (world, random, deps, note) => {
  const { hold } = (await sellerPayouts.find(deps.db, world.seller.id, null, deps.clock.now())) ?? {};
  const intent = hold ? random.pick(["renew", "release", "release"] as const) : "hold";
  const seen = hold ? { id: hold.id, version: hold.until } : {};
  const days = String(random.pick([1, 10, 30, 90]));
  note(`the operator decides ${intent}: ${await decide(world, deps, { intent, days, ...seen })}`);
};

/** The operator records a payment from the owner's bank. */
export const payByHand: Step = async (world, random, deps, note) => {
  const seen = await sellerPayouts.find(deps.db, world.seller.id, null, deps.clock.now());
  const most = seen ? maxByHand(seen) : 0;
  if (!seen || most === 0) return;
  const cents = random.chance(0.5) ? most : random.whole(1, most);
  const asked = { amount: dollars(cents), reference: "SEPA 1", version: seen.version };
  note(
    `the operator pays ${cents} cents by hand: ${await decide(world, deps, { intent: "pay-by-hand", ...asked })}`,
  );
};

/** The operator takes an amount back from a transfer. */
export const takeBackTransfer: Step = async (world, random, deps, note) => {
  const seen = await sellerPayouts.find(deps.db, world.seller.id, null, deps.clock.now());
  const sent = seen?.transfers.filter((one) => one.open && leftOfTransfer(one) > 0) ?? [];
  if (!seen || sent.length === 0) return;
  const { id, ...transfer } = random.pick(sent);
  const cents = random.whole(1, leftOfTransfer(transfer));
  const asked = { id, amount: dollars(cents), version: seen.version };
  note(
    `the operator takes ${cents} cents back: ${await decide(world, deps, { intent: "reverse", ...asked })}`,
  );
};

/** The owner reverses a transfer in Stripe's dashboard. */
export const reverseAtDashboard: Step = async (world, random, _deps, note) => {
  const made = await db
    .select({ stripeId: moneyCalls.stripeId, cents: transfers.cents })
    .from(transfers)
    .innerJoin(moneyCalls, eq(moneyCalls.id, transfers.id))
    .where(and(eq(transfers.userId, world.seller.id), eq(moneyCalls.state, "confirmed")));
  if (made.length === 0) return;
  const { stripeId, cents } = random.pick(made);
  const amount = random.chance(0.5) ? cents : random.whole(1, cents);
  const isMade = await control(`transfers/${stripeId}/reverse`, { amount }).catch(nullIfRefused);
  note(`the owner reverses ${amount} cents of ${stripeId} at the dashboard${isMade ? "" : ", refused"}`);
};

/** The owner sends the seller money in Stripe's dashboard. */
export const transferAtDashboard: Step = async (world, random, _deps, note) => {
  const account = await findOpen(db, world.seller.id);
  if (!account?.stripeId) return;
  const params = { amount: random.whole(1, 500), currency: "usd", destination: account.stripeId };
  const made = await dashboard.stripe.transfers.create(params).catch(() => null);
  note(`the owner transfers ${params.amount} cents at the dashboard${made ? "" : ", refused"}`);
};

/** Reads Stripe's list of balance movements to its end. */
export async function readBalance(deps: Deps): Promise<void> {
  do await moved(deps.db, deps.clock.now());
  while ((await readOn(deps)) > 0);
}

/** The operator enters into the books what was done in the dashboard, as far as it is known. */
export const takeIntoBooks: Step = async (world, _random, deps, note) => {
  await readBalance(deps);
  const found = await deps.db
    .select({ id: mismatches.id })
    .from(mismatches)
    .innerJoin(balanceTransactions, eq(balanceTransactions.mismatchId, mismatches.id))
    .where(and(isNull(mismatches.resolvedAt), isNull(balanceTransactions.call)));
  for (const id of new Set(found.map((one) => one.id))) {
    if ((await mismatchQueue.findRefusalToTakeIn(deps.db, id)) !== null) continue;
    const decision = { operator: world.universe.operatorViewer, reason: "A good reason" };
    note(`the operator takes ${id} into the books: ${await mismatchQueue.takeIn(deps, id, decision)}`);
  }
};

/** The seller deletes their account, if nothing blocks the deletion. */
export const leave: Step = async (world, random, deps, note) => {
  const leaves = random.chance(0.5);
  const result = await deleteAccount(deps, world.seller.viewer, leaves);
  const kept = result.state === "money in flight" ? result.orders.map(({ reason }) => reason).join() : "";
  note(`the seller leaves${leaves ? ", with their earnings" : ""}: ${result.state} ${kept}`);
};

/** What may happen during the last days of a schedule, when little else is happening. */
export const endings: Step[] = [leave, leave, closeAccount];
