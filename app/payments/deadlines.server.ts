import type { Capabilities } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as due from "#app/orders/due-orders.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { dueTransition } from "#app/orders/refusal-to-transition.ts";
import * as orderMoves from "#app/payments/apply-transition.server.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "requestId">;

/**
 * Part of the sweep: makes the moves that orders make by themselves (docs/specification.md#order-deadlines): unpaid ones expire, those that nobody starts lapse
 * and are refunded, deliveries that nobody answers are completed. One that fails does not hold up the others.
 * @returns how many moved
 */
export async function act(deps: Deps): Promise<number> {
  const { db, clock, log } = deps;
  let moved = 0;
  for (const order of await due.list(db, clock.now())) {
    if (!(await due.take(db, order, clock.now()))) continue;
    try {
      if (await moveOn(deps, order)) moved++;
    } catch (error) {
      log("warn", "order not moved", { order: order.id, error: errorStack(error) });
    }
  }
  // What lapsed is sent back at once.
  if (moved > 0) await refunds.work(deps, 0);
  return moved;
}

async function moveOn(deps: Deps, order: orders.Order): Promise<boolean> {
  const by = { actor: "product", user: null } as const;
  const name = dueTransition(order, deps.clock.now());
  if (name !== "payment-expired") return name !== null && (await orderMoves.apply(deps, order, name, by));
  if (!(await checkout.shut(deps, order.id))) return false;
  // Money has come in that an operator looks into.
  if (await payments.hasMismatch(deps.db, order.id)) return false;
  const now = await orders.find(deps.db, order.id);
  if (!now || dueTransition(now, deps.clock.now()) !== "payment-expired") return false;
  return await orderMoves.apply(deps, now, "payment-expired", by, {}, [
    moneyCalls.noneOpen(deps.db, order.id),
  ]);
}
