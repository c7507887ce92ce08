import type { By, Done } from "#app/admin/audit.server.ts";
import type { OperatorActionInput } from "#app/admin/orders/operator-action.form.ts";
import {
  canSendAgain,
  centsOf,
  isOperatorAction,
  isParty,
  refusalToAmount,
  refusalToRefund,
} from "#app/admin/orders/operator-actions.ts";
import * as interventions from "#app/admin/orders/operator-writes.server.ts";
import * as records from "#app/admin/orders/order-record.server.ts";
import type { Capabilities } from "#app/context.ts";
import { exactDollars } from "#app/lib/money.ts";
import { changedMeanwhile, partyOf } from "#app/orders/order.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";

type Deps = Pick<Capabilities, "db" | "clock">;

/** `said`: what the operator reads when it is done. `field`: where the refusal belongs; null: to the form. */
export type Outcome =
  | { done: Done; said: string }
  | { refusal: string; field: "amount" | "answers" | null; status: 400 | 403 | 409 };

/** Does to an order what an operator asks for, or says why not. */
export async function runOperatorAction(
  deps: Deps,
  order: Order,
  asked: OperatorActionInput,
  by: By,
): Promise<Outcome> {
  if (partyOf(order, by.operator.id)) return refused(isParty, 403);
  const { intent, version } = asked;
  // Going back and sending once more gives nothing a second time: a part of the money leaves the order in the same state.
  if (intent === "refund" && version === undefined) return refused("Please open this order again first", 400);
  if (version !== undefined && version !== order.version) return refused(changedMeanwhile(order.status), 409);
  if (isOperatorAction(intent)) return await move(deps, order, intent, asked.answers, by);
  if (intent === "refund") return await refund(deps, order, asked.amount, by);
  if (intent === "refund-again") return await refundAgain(deps, order, asked.call, by);
  return refused("Please choose what to do", 400);
}

async function move(
  deps: Deps,
  order: Order,
  name: TransitionName,
  answers: string[],
  by: By,
): Promise<Outcome> {
  const refusal = refusalToTransition(name, order, "operator", deps.clock.now());
  if (refusal) return refused(refusal, 409);
  const isAnswer = name === "answer";
  if (isAnswer && answers.length !== order.questions.length)
    return refused("Please answer every question", 400, "answers");
  const done = await interventions.applyTransition(deps, order, name, by, isAnswer ? answers : undefined);
  return { done, said: `Order status updated to ${transitionOf(name).to ?? order.status}` };
}

async function refund(deps: Deps, order: Order, amount: string, by: By): Promise<Outcome> {
  const refusal = refusalToRefund(order, by.operator.id);
  if (refusal) return refused(refusal, 409);
  const cents = centsOf(amount);
  const wrong = refusalToAmount(order, cents);
  if (wrong || cents === null) return refused(wrong ?? "", 400, "amount");
  const done = await interventions.refund(deps, order, cents, by);
  return { done, said: `${exactDollars(cents)} go back to the buyer` };
}

async function refundAgain(deps: Deps, order: Order, id: string, by: By): Promise<Outcome> {
  const call = await moneyCalls.find(deps.db, { id });
  const isReplaced = (await records.callsOf(deps.db, order.id)).some(
    (one) => one.id === id && one.isReplaced,
  );
  if (!call || call.orderId !== order.id || !canSendAgain({ ...call, isReplaced }))
    return refused("This refund cannot be sent again", 409);
  return { done: await interventions.refundAgain(deps, call, by), said: "The refund is sent again" };
}

function refused(refusal: string, status: 400 | 403 | 409, field: "amount" | "answers" | null = null) {
  return { refusal, field, status };
}
