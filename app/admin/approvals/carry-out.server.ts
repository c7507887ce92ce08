import type { AppLoadContext } from "@remix-run/cloudflare";
import { runVetting, type VettingInput } from "#app/admin/applications/run-vetting.server.ts";
import type { Proposal } from "#app/admin/approvals/proposals.server.ts";
import type { Decision } from "#app/admin/audit.server.ts";
import { operatorActionForm } from "#app/admin/orders/operator-action.form.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { runOperatorAction } from "#app/admin/orders/run-operator-action.server.ts";
import { mismatchForm } from "#app/admin/payments/mismatch-decision.form.ts";
import * as mismatches from "#app/admin/payments/run-mismatch-decision.server.ts";
import { payoutDecisionForm } from "#app/admin/payouts/payout-decision.form.ts";
import { runPayoutDecision } from "#app/admin/payouts/run-payout-decision.server.ts";
import * as sellerPayouts from "#app/admin/payouts/seller-payouts.server.ts";
import { runSetting } from "#app/admin/settings/run-setting.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { changedSince, partyOf } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

/**
 * Carries out a confirmed proposal: the same decision, with the form as it was proposed. If what it is about
 * has changed since, it is refused like a form from an outdated page, and the proposal stays open.
 * @param decision names the operator who confirms it, and the proposal
 * @throws Refusal
 */
export async function carryOut(
  context: AppLoadContext,
  { kind, subjectId, input }: Proposal,
  decision: Decision,
): Promise<void> {
  switch (kind) {
    case "order": {
      const order = (await orders.find(context.db, subjectId)) ?? refuse("stale");
      const form = operatorActionForm.safeParse(input);
      // An older release has stored forms without the version of their order.
      if (!form.success) refuse("stale", changedSince(order.status));
      const { result } = await runOperatorAction(context, order, form.data, decision);
      if (result === "changed") refuse("stale", changedSince(order.status));
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
      const parsed = payoutDecisionForm.parse(input);
      const { later } = await runPayoutDecision(context, person, parsed, decision);
      if (later) context.later(later());
    }
  }
  context.later(refunds.sendDue(context, 0).then(() => context.sendMails()));
}

/**
 * An operator who is a party can neither confirm nor decline a proposal about their own order, registration
 * or payouts (docs/specification.md#operator-access).
 * @throws Refusal
 */
export async function refuseParty(
  { db }: Pick<AppLoadContext, "db">,
  { kind, subjectId }: Proposal,
  operator: Decision["operator"],
): Promise<void> {
  if (kind === "payment") return await mismatches.refuseParty(db, operator, subjectId);
  const order = kind === "order" ? await orders.find(db, subjectId) : null;
  if (order && partyOf(order, operator.id)) refuse("refused", partyRefusal);
  if (subjectId === operator.id) refuse("refused", "This is about your own account");
}
