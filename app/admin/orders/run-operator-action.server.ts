import type { Decision, WriteResult } from "#app/admin/audit.server.ts";
import type { OperatorActionInput } from "#app/admin/orders/operator-action.form.ts";
import { isOperatorAction, partyRefusal } from "#app/admin/orders/operator-action.ts";
import * as operatorActions from "#app/admin/orders/operator-actions.server.ts";
import {
  canResend,
  parseDollars,
  refusalToAmount,
  refusalToRefund,
} from "#app/admin/orders/operator-refund.ts";
import * as records from "#app/admin/orders/order-record.server.ts";
import type { Capabilities } from "#app/context.ts";
import { exactDollars } from "#app/lib/money.ts";
import { cancelsUnpaid } from "#app/orders/changing/cancel-unpaid.server.ts";
import { changedMeanwhile, notClosed, partyOf } from "#app/orders/order.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "stripe" | "log" | "secret">;

/** `toast`: what the operator reads after `done`. `field`: where the refusal belongs; null for the form. */
type Outcome =
  | { result: WriteResult; toast: string }
  | { refusal: string; field: "amount" | "answers" | null; status: 400 | 403 | 409 };

/**
 * Runs an operator's action on an order, or says why it is refused (docs/specification.md#operator-orders).
 */
export async function runOperatorAction(
  deps: Deps,
  order: Order,
  input: OperatorActionInput,
  decision: Decision,
): Promise<Outcome> {
  if (partyOf(order, decision.operator.id)) return refused(partyRefusal, 403);
  const { intent, version } = input;
  // A partial refund leaves the order in the same state: without the version, going back and sending again
  // refunds twice.
  if (intent === "refund" && version === undefined) return refused("Please reload this order first", 400);
  if (version !== undefined && version !== order.version) return refused(changedMeanwhile(order.status), 409);
  if (isOperatorAction(intent)) return await applyTransition(deps, order, intent, input.answers, decision);
  if (intent === "refund") return await refund(deps, order, input.amount, decision);
  if (intent === "refund-again") return await resendRefund(deps, order, input.call, decision);
  return refused("Please choose what to do", 400);
}

async function applyTransition(
  deps: Deps,
  order: Order,
  name: TransitionName,
  answers: string[],
  decision: Decision,
): Promise<Outcome> {
  const refusal = refusalToTransition(name, order, "operator", deps.clock.now());
  if (refusal) return refused(refusal, 409);
  const isAnswer = name === "answer";
  if (isAnswer && answers.length !== order.questions.length)
    return refused("Please answer every question", 400, "answers");
  const given = isAnswer ? answers : undefined;
  const result = cancelsUnpaid(order, name)
    ? await operatorActions.cancelUnpaid(deps, order, name, decision)
    : await operatorActions.applyTransition(deps, order, name, decision, given);
  if (result === "processing" || result === "unreachable") return refused(notClosed[result], 409);
  return { result, toast: `Order status updated to ${transitionOf(name).to ?? order.status}` };
}

async function refund(deps: Deps, order: Order, amount: string, decision: Decision): Promise<Outcome> {
  const refusal = refusalToRefund(order, decision.operator.id);
  if (refusal) return refused(refusal, 409);
  const cents = parseDollars(amount);
  const amountRefusal = refusalToAmount(order, cents);
  if (amountRefusal || cents === null) return refused(amountRefusal ?? "", 400, "amount");
  const result = await operatorActions.refund(deps, order, cents, decision);
  return { result, toast: `${exactDollars(cents)} will be refunded to the buyer` };
}

async function resendRefund(deps: Deps, order: Order, id: string, decision: Decision): Promise<Outcome> {
  const call = await moneyCalls.find(deps.db, { id });
  const calls = await records.listCalls(deps.db, order.id);
  const isReplaced = calls.some((other) => other.id === id && other.isReplaced);
  if (!call || call.orderId !== order.id || !canResend({ ...call, isReplaced }))
    return refused("This refund can't be sent again", 409);
  const result = await operatorActions.resendRefund(deps, call, decision);
  return { result, toast: "The refund was sent again" };
}

function refused(refusal: string, status: 400 | 403 | 409, field: "amount" | "answers" | null = null) {
  return { refusal, field, status };
}
