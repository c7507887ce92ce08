import type { Capabilities } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { runDue, type Work } from "#app/lib/work.ts";
import type * as orders from "#app/orders/orders.server.ts";
import { dueTransition } from "#app/orders/refusal-to-transition.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { applyAfterClosing, closesPage } from "#app/transitions/apply-after-closing.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import * as due from "#app/transitions/due-orders.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret" | "requestId">;

/**
 * The orders whose deadline has passed (docs/specification.md#order-deadlines). Unpaid orders expire, orders
 * that the seller does not start are cancelled and refunded, deliveries that the buyer does not answer are
 * completed.
 */
export const dueOrders: Work<Deps> = {
  find: ({ db, clock }, limit) => due.find(db, clock.now(), limit),
  run: applyIfDue,
};

/** Applies the automatic transitions that are due, at most 50. @returns how many orders changed */
export function applyDue(deps: Deps): Promise<number> {
  return runDue(dueOrders, deps);
}

/** @returns true if the order changed */
async function applyIfDue(deps: Deps, id: string): Promise<boolean> {
  const { db, clock, log } = deps;
  const order = await due.findDue(db, id, clock.now());
  if (!order || !(await due.take(db, order, clock.now()))) return false;
  try {
    if (!(await applyTo(deps, order))) return false;
    // A cancelled order is refunded immediately.
    if (order.paymentStatus === "paid") await refunds.sendOf(deps, order);
    return true;
  } catch (error) {
    log("warn", "automatic transition failed", { order: id, error: errorStack(error) });
    return false;
  }
}

/** How long the sweep waits for Stripe to close a card page, in ms. */
const maxClosing = 30_000;

async function applyTo(deps: Deps, order: orders.Order): Promise<boolean> {
  const by = { actor: "product", user: null } as const;
  const name = dueTransition(order, deps.clock.now());
  if (name === null) return false;
  if (!closesPage(order, name)) return await orderTransitions.apply(deps, order, name, by);
  const until = Date.now() + maxClosing;
  return (await applyAfterClosing(deps, order, name, by, {}, [], until)) === "applied";
}
