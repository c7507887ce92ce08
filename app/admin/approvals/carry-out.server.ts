import type { AppLoadContext } from "@remix-run/cloudflare";
import { runVetting, type VettingInput } from "#app/admin/applications/vetting.server.ts";
import {
  decidedAlready,
  outdatedProposal,
  proposalTitle,
  refusalToConfirm,
  refusalToDecide,
  tooNewToConfirm,
} from "#app/admin/approvals/proposal.ts";
import type { Proposal } from "#app/admin/approvals/proposals.server.ts";
import * as proposals from "#app/admin/approvals/proposals.server.ts";
import { mayConfirm } from "#app/admin/approvals/second-operator.server.ts";
import type { Decision } from "#app/admin/audit.server.ts";
import { operatorActionForm } from "#app/admin/orders/operator-action.form.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { runOperatorAction } from "#app/admin/orders/run-operator-action.server.ts";
import { mismatchForm } from "#app/admin/payments/mismatch-decision.form.ts";
import * as mismatches from "#app/admin/payments/run-mismatch-decision.server.ts";
import { payoutDecisionForm } from "#app/admin/payouts/payout-decision.form.ts";
import { decideOnPayouts } from "#app/admin/payouts/run-payout-decision.server.ts";
import * as sellerPayouts from "#app/admin/payouts/seller-payouts.server.ts";
import { runSetting } from "#app/admin/settings/settings.server.ts";
import { OutdatedForm, refuse, refuseIf } from "#app/lib/refusal.ts";
import { partyOf } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

/** Confirms a proposal, which carries it out. @returns the notice @throws Refusal */
export async function confirm(
  context: AppLoadContext,
  proposal: Proposal & { isByOperator: boolean },
  { operator, reason }: Decision,
): Promise<string> {
  const { db, clock } = context;
  if (proposal.operatorId !== operator.id) await refuseParty(context, proposal, operator);
  refuseIf("stale", refusalToConfirm(proposal, operator.id, clock.now()));
  if (!(await mayConfirm(db, operator.id, clock.now()))) refuse("refused", tooNewToConfirm);
  const confirms = { id: proposal.id, reason };
  try {
    await carryOut(context, proposal, { operator, reason: proposal.reason, confirms });
  } catch (error) {
    if (error instanceof OutdatedForm) refuse("stale", outdatedProposal);
    throw error;
  }
  return `Confirmed: ${proposalTitle(proposal)}`;
}

/** Declines a proposal, or withdraws the operator's own. @returns the notice @throws Refusal */
export async function decline(
  context: AppLoadContext,
  proposal: Proposal,
  decision: Decision,
): Promise<string> {
  const isOwn = proposal.operatorId === decision.operator.id;
  if (!isOwn) await refuseParty(context, proposal, decision.operator);
  refuseIf("stale", refusalToDecide(proposal, context.clock.now()));
  if ((await proposals.decline(context, proposal.id, decision)) === "changed")
    refuse("stale", decidedAlready);
  return isOwn ? "Withdrawn" : "Declined";
}

/**
 * Carries out a confirmed proposal: the same decision, with the form as it was proposed. If its subject has
 * changed since, it is refused like a form from an outdated page, and the proposal stays open.
 * @param decision names the operator who confirms it, and the proposal
 * @throws Refusal
 */
async function carryOut(
  context: AppLoadContext,
  { kind, subjectId, input }: Proposal,
  decision: Decision,
): Promise<void> {
  switch (kind) {
    case "order": {
      const order = (await orders.find(context.db, subjectId)) ?? refuse("stale");
      const form = operatorActionForm.safeParse(input);
      // An older release has stored forms without the version of their order.
      if (!form.success) refuse("stale", outdatedProposal);
      await runOperatorAction(context, order, form.data, decision);
      break;
    }
    case "application": {
      const { id, version, intent, rule } = input as VettingInput;
      const seller = (await sellers.find(context.db, id)) ?? refuse("stale", "There is no such application");
      await runVetting(context, intent, seller, version, { ...decision, rule });
      break;
    }
    case "payment":
      await mismatches.runMismatchDecision(context, mismatchForm.parse(input), decision);
      break;
    case "setting":
      await runSetting(context, input as { id: string; seen: string; value: string }, decision);
      break;
    case "payouts": {
      const person = (await sellerPayouts.findPerson(context.db, subjectId)) ?? refuse("stale");
      await decideOnPayouts(context, person, payoutDecisionForm.parse(input), decision);
    }
  }
  refunds.sendSoon(context);
}

/**
 * An operator who is a party can neither confirm nor decline a proposal about their own order, registration
 * or payouts (docs/specification.md#operator-access).
 * @throws Refusal
 */
async function refuseParty(
  { db }: Pick<AppLoadContext, "db">,
  { kind, subjectId }: Proposal,
  operator: Decision["operator"],
): Promise<void> {
  if (kind === "payment") return await mismatches.refuseParty(db, operator, subjectId);
  const order = kind === "order" ? await orders.find(db, subjectId) : null;
  if (order && partyOf(order, operator.id)) refuse("refused", partyRefusal);
  if (subjectId === operator.id) refuse("refused", "This is about your own account");
}
