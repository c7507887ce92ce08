import type { Decision, WriteResult } from "#app/admin/audit.server.ts";
import { parseDollars } from "#app/admin/orders/operator-refund.ts";
import type { PayoutDecisionInput } from "#app/admin/payouts/payout-decision.form.ts";
import {
  changedSince,
  leftOfTransfer,
  maxByHand,
  ownRefusal,
  parseDays,
  refusalsToFields,
  refusalToHandPayment,
  refusalToReversal,
  shareOut,
} from "#app/admin/payouts/payout-decision.ts";
import * as decisions from "#app/admin/payouts/payout-decisions.server.ts";
import * as sellerPayouts from "#app/admin/payouts/seller-payouts.server.ts";
import type { Capabilities } from "#app/context.ts";
import { date, day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { exactDollars } from "#app/lib/money.ts";
import { OutdatedForm, refuse, refuseField, refuseIf } from "#app/lib/refusal.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { isStripeError } from "#app/payments/stripe.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { read as readAccount } from "#app/payouts/accounts/read-account.server.ts";
import { maxHold } from "#app/payouts/holds/hold.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { send } from "#app/payouts/transfers/send.server.ts";
import { sumOf } from "#app/payouts/transfers/settle.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "stripe" | "log" | "secret">;

/** `notice`: shown to the operator. `later`: the work that follows; the sweep does it too. */
type Outcome = { notice: string; later?: () => Promise<void> };

/** Runs an operator's decision, then sends what follows from it. @returns the notice @throws Refusal */
export async function decideOnPayouts(
  context: Deps & Pick<Capabilities, "later" | "sendMails">,
  person: sellerPayouts.Person,
  input: PayoutDecisionInput,
  decision: Decision,
): Promise<string> {
  const { notice, later } = await runPayoutDecision(context, person, input, decision);
  context.later((later?.() ?? Promise.resolve()).then(() => context.sendMails()));
  return notice;
}

/**
 * Runs an operator's decision about a person's payouts (docs/specification.md#operator-payouts).
 * @throws Refusal
 */
export async function runPayoutDecision(
  deps: Deps,
  person: sellerPayouts.Person,
  input: PayoutDecisionInput,
  decision: Decision,
): Promise<Outcome> {
  if (person.id === decision.operator.id) refuse("refused", ownRefusal);
  switch (input.intent) {
    case "hold":
    case "renew":
    case "release":
      return await decideHold(deps, person.id, input, decision);
    case "try-again":
      if ((await decisions.tryAgain(deps, person.id, decision)) === "changed")
        refuse("stale", "There is nothing to try again");
      return { notice: "The earnings will be tried again within a minute" };
    case "read-again":
      return await readAgain(deps, person.id, decision);
    case "pay-by-hand":
      return await payByHand(deps, person, input, decision);
    case "write-off":
      return await writeOff(deps, person.id, input, decision);
    case "reverse":
      return await reverse(deps, person.id, input, decision);
  }
}

async function decideHold(
  deps: Deps,
  userId: string,
  input: PayoutDecisionInput,
  decision: Decision,
): Promise<Outcome> {
  const { intent, id, version } = input;
  const hold = await holds.findOpen(deps.db, userId);
  const isUnchanged = intent === "hold" ? hold === null : hold?.id === id && hold.until === version;
  if (!isUnchanged) throw new OutdatedForm(changedSince);
  if (intent === "release") {
    if (hold) requireDone(await decisions.release(deps, hold, decision));
    return { notice: "The hold has ended" };
  }
  const days = parseDays(input.days, maxHold);
  if (days === null) refuse("invalid", null, { errors: refusalsToFields(input) });
  if (hold && deps.clock.now() + days * day < hold.until)
    refuseField(
      "days",
      `The hold would end before ${date(hold.until)}. To end it earlier, use “End the hold”`,
    );
  requireDone(
    hold
      ? await decisions.renew(deps, hold, days, decision)
      : await decisions.hold(deps, userId, days, decision),
  );
  return { notice: hold ? "The hold was renewed" : "The payouts are on hold" };
}

async function readAgain(deps: Deps, userId: string, decision: Decision): Promise<Outcome> {
  const account = await accounts.findOpen(deps.db, userId);
  if (!account?.stripeId) refuse("stale", "There is no account at Stripe");
  requireDone(await decisions.readingNoted(deps, userId, decision));
  try {
    await readAccount(deps, account);
  } catch (error) {
    if (!isStripeError(error)) throw error;
    deps.log("warn", "account not read", { account: account.id, error: errorStack(error) });
    refuse("unreachable", "Stripe did not answer. The page shows its last answer.");
  }
  return { notice: "The account was read again" };
}

async function payByHand(
  deps: Deps,
  person: sellerPayouts.Person,
  input: PayoutDecisionInput,
  decision: Decision,
): Promise<Outcome> {
  const { version, reference } = input;
  const { db, clock } = deps;
  const facts = await sellerPayouts.find(db, person.id, null, clock.now());
  if (!facts || version !== facts.version) throw new OutdatedForm(changedSince);
  const most = maxByHand(facts);
  refuseIf("refused", refusalToHandPayment(facts, most));
  const cents = centsOf(input, most);
  const offCents = sumOf(facts.debts);
  const paid = shareOut(facts.cleared, offCents, cents);
  const seen = { version: facts.version, account: facts.account };
  requireDone(await decisions.payByHand(deps, person.id, paid, facts.debts, reference, seen, decision));
  const debts = offCents > 0 ? `, and ${exactDollars(offCents)} has paid what was owed` : "";
  return { notice: `${exactDollars(cents)} is booked as paid${debts}` };
}

async function writeOff(
  deps: Deps,
  userId: string,
  { version, id }: PayoutDecisionInput,
  decision: Decision,
): Promise<Outcome> {
  const debt = await sellerPayouts.findDebt(deps.db, userId, id);
  if (!debt || version === undefined) throw new OutdatedForm(changedSince);
  requireDone(await decisions.writeOff(deps, userId, debt, version, decision));
  return { notice: `${exactDollars(debt.cents)} was written off` };
}

async function reverse(
  deps: Deps,
  userId: string,
  input: PayoutDecisionInput,
  decision: Decision,
): Promise<Outcome> {
  const { db } = deps;
  const { version, id } = input;
  const [transfer, hold] = await Promise.all([
    sellerPayouts.findTransfer(db, userId, id),
    holds.findOpen(db, userId),
  ]);
  if (!transfer || version === undefined) throw new OutdatedForm(changedSince);
  refuseIf("stale", refusalToReversal(transfer, hold));
  const cents = centsOf(input, leftOfTransfer(transfer));
  const callId = crypto.randomUUID();
  requireDone(await decisions.reverse(deps, transfer, { id: callId, cents, version }, decision));
  return {
    notice: `${exactDollars(cents)} is being taken back`,
    later: async () => {
      const call = await moneyCalls.find(db, { id: callId });
      if (call) await send(deps, call);
    },
  };
}

/** The amount, in cents. @param most its maximum, in cents @throws Refusal if a field of the form is wrong */
function centsOf(input: PayoutDecisionInput, most: number): number {
  const errors = refusalsToFields(input, most);
  const cents = parseDollars(input.amount);
  if (cents === null || Object.keys(errors).length > 0) refuse("invalid", null, { errors });
  return cents;
}

/** @throws Refusal if another write came first */
function requireDone(result: WriteResult): void {
  if (result === "changed") throw new OutdatedForm(changedSince);
}
