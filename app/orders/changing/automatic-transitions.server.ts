import type { Capabilities } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as orderTransitions from "#app/orders/changing/apply-transition.server.ts";
import { cancelUnpaid } from "#app/orders/changing/cancel-unpaid.server.ts";
import * as due from "#app/orders/changing/due-orders.server.ts";
import type * as orders from "#app/orders/orders.server.ts";
import { dueTransition } from "#app/orders/refusal-to-transition.ts";
import * as refunds from "#app/payments/refunds.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "requestId">;

/**
 * Part of the sweep: applies the transitions whose deadline has passed
 * (docs/specification.md#order-deadlines). Unpaid orders expire, orders that the seller does not start are
 * cancelled and refunded, deliveries that the buyer does not answer are completed. An order that fails does
 * not delay the others.
 * @returns how many orders changed
 */
export async function applyDue(deps: Deps): Promise<number> {
  const { db, clock, log } = deps;
  let changed = 0;
  for (const order of await due.list(db, clock.now())) {
    if (!(await due.take(db, order, clock.now()))) continue;
    try {
      if (await applyTo(deps, order)) changed++;
    } catch (error) {
      log("warn", "automatic transition failed", { order: order.id, error: errorStack(error) });
    }
  }
  // Cancelled orders are refunded at once.
  if (changed > 0) await refunds.sendDue(deps, 0);
  return changed;
}

/** How long the sweep waits for Stripe to close one card page, in ms. */
const longestClosing = 30_000;

async function applyTo(deps: Deps, order: orders.Order): Promise<boolean> {
  const by = { actor: "product", user: null } as const;
  const name = dueTransition(order, deps.clock.now());
  if (name === null) return false;
  if (name !== "payment-expired") return await orderTransitions.apply(deps, order, name, by);
  const until = Date.now() + longestClosing;
  return (await cancelUnpaid(deps, order, name, by, {}, [], until)) === "cancelled";
}
