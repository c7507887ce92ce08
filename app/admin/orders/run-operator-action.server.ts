import type { Decision, WriteResult } from "#app/admin/audit.server.ts";
import type { OperatorActionInput } from "#app/admin/orders/operator-action.form.ts";
import { isOperatorAction, partyRefusal } from "#app/admin/orders/operator-action.ts";
import * as operatorActions from "#app/admin/orders/operator-actions.server.ts";
import {
  bearerOf,
  canResend,
  parseDollars,
  refusalToAmount,
  refusalToRefund,
} from "#app/admin/orders/operator-refund.ts";
import * as records from "#app/admin/orders/order-record.server.ts";
import type { Capabilities } from "#app/context.ts";
import { exactDollars } from "#app/lib/money.ts";
import { OutdatedForm, refuse, refuseField, refuseIf } from "#app/lib/refusal.ts";
import { changedSince, extraNotClosed, isPayable, notClosed, partyOf } from "#app/orders/order.ts";
import type { Order } from "#app/orders/orders.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { daysField } from "#app/orders/page/transition.form.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as orderEarnings from "#app/payouts/order-earnings.server.ts";

/** Refuses a form of an earlier version of the order. */
const orderChanged = "This order has changed since you opened it. Check it, then decide again.";

type Deps = Pick<Capabilities, "db" | "clock" | "stripe" | "log" | "secret">;

/** `notice`: shown to the operator after `done`. */
type Outcome = { result: WriteResult; notice: string };

/**
 * Runs an operator's action on an order (docs/specification.md#operator-orders). The caller sends a refund
 * (`refunds.sendSoon`).
 * @returns the notice
 * @throws Refusal
 */
export async function runOperatorAction(
  deps: Deps,
  order: Order,
  input: OperatorActionInput,
  decision: Decision,
): Promise<string> {
  const { result, notice } = await act(deps, order, input, decision);
  if (result === "done") return notice;
  const now = await orders.find(deps.db, order.id);
  return refuse("stale", changedSince((now ?? order).status));
}

async function act(
  deps: Deps,
  order: Order,
  input: OperatorActionInput,
  decision: Decision,
): Promise<Outcome> {
  if (partyOf(order, decision.operator.id)) refuse("refused", partyRefusal);
  const { intent, version } = input;
  // A partial refund leaves the order in the same state: without the version, going back and sending the form
  // again would refund twice.
  if (version !== order.version) throw new OutdatedForm(orderChanged);
  if (isOperatorAction(intent)) return await applyTransition(deps, order, intent, input, decision);
  if (intent === "refund") return await refund(deps, order, input, decision);
  if (intent === "refund-again") return await resendRefund(deps, order, input.call, decision);
  refuse("invalid", "Please choose what to do");
}

async function applyTransition(
  deps: Deps,
  order: Order,
  name: TransitionName,
  { answers, days }: OperatorActionInput,
  decision: Decision,
): Promise<Outcome> {
  refuseIf("stale", refusalToTransition(name, order, "operator", deps.clock.now()));
  const isAnswer = name === "answer";
  if (isAnswer && answers.length !== order.questions.length)
    refuseField("answers", "Please answer every question");
  const given = isAnswer ? { answers } : { days: name === "ask-time" ? daysField().parse(days) : undefined };
  const result = await operatorActions.applyTransition(deps, order, name, decision, given);
  if (result === "processing") refuse("stale", notClosed.processing);
  if (result === "unreachable") refuse("stale", (isPayable(order) ? notClosed : extraNotClosed).unreachable);
  return { result, notice: `Order status updated to ${transitionOf(name).to ?? order.status}` };
}

async function refund(
  deps: Deps,
  order: Order,
  { amount, bearer: chosen }: OperatorActionInput,
  decision: Decision,
): Promise<Outcome> {
  refuseIf("stale", refusalToRefund(order, decision.operator.id));
  const cents = parseDollars(amount);
  const amountRefusal = refusalToAmount(order, cents);
  if (amountRefusal || cents === null) refuseField("amount", amountRefusal ?? "");
  const bearer = bearerOf(chosen, await orderEarnings.areClearedOrSent(deps.db, order.id, deps.clock.now()));
  if (!bearer) refuseField("bearer", "Please choose who bears the seller's share");
  const result = await operatorActions.refund(deps, order, cents, bearer, decision);
  if (result === "unreachable") refuse("stale", extraNotClosed.unreachable);
  return { result, notice: `${exactDollars(cents)} will be refunded to the buyer` };
}

async function resendRefund(deps: Deps, order: Order, id: string, decision: Decision): Promise<Outcome> {
  const call = await moneyCalls.find(deps.db, { id });
  const calls = await records.listCalls(deps.db, order.id);
  const isReplaced = calls.some((other) => other.id === id && other.isReplaced);
  if (!call || call.orderId !== order.id || !canResend({ ...call, isReplaced }))
    refuse("stale", "This refund can't be sent again");
  const result = await operatorActions.resendRefund(deps, call, decision);
  return { result, notice: "The refund was sent again" };
}
