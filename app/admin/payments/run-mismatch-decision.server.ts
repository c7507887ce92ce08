import type { Decision } from "#app/admin/audit.server.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { refusalToResolve } from "#app/admin/payments/mismatch.ts";
import type { MismatchInput } from "#app/admin/payments/mismatch-decision.form.ts";
import * as mismatches from "#app/admin/payments/mismatch-queue.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as payables from "#app/payments/payables.server.ts";

const notices = {
  refund: "The payment is being refunded",
  "look-into": "Marked as resolved",
  "take-in": "Taken into the books",
};

/**
 * Refunds a payment of the queue, takes a mismatch into the books, or marks it as looked into. The caller
 * sends a refund (`refunds.sendSoon`).
 * @returns the notice
 * @throws Refusal
 */
export async function runMismatchDecision(
  deps: Pick<Capabilities, "db" | "clock">,
  { intent, id }: MismatchInput,
  decision: Decision,
): Promise<string> {
  const payment = await mismatches.findPayment(deps.db, id);
  await refuseParty(deps.db, decision.operator, id);
  if (intent === "take-in") refuseIf("stale", await mismatches.findRefusalToTakeIn(deps.db, id));
  else refuseIf("stale", refusalToResolve(intent, payment));
  const result =
    intent === "take-in"
      ? await mismatches.takeIn(deps, id, decision)
      : !payment
        ? await mismatches.resolveUnexplained(deps, id, decision)
        : intent === "refund"
          ? await mismatches.returnPayment(deps, payment, decision)
          : await mismatches.resolvePayment(deps, payment, decision);
  if (result === "changed") refuse("stale", "Someone has already resolved this");
  return notices[intent];
}

/** @throws Refusal if the operator is a party to the order or registration */
export async function refuseParty(db: Db, operator: Viewer, id: string): Promise<void> {
  const payment = await mismatches.findPayment(db, id);
  const payable = payment ? await payables.find(db, payment) : await mismatches.findPayableOfMismatch(db, id);
  if (payable && [payable.buyerId, payable.sellerId].includes(operator.id)) refuse("refused", partyRefusal);
}
