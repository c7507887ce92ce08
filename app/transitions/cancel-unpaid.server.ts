import type { BatchItem } from "drizzle-orm/batch";
import type { Capabilities } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { isPayable } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import { apply, type By } from "#app/transitions/apply-transition.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/** True if a transition cancels an order that may still be paid. `cancelUnpaid` makes it. */
export function cancelsUnpaid(order: orders.Order, name: TransitionName): boolean {
  return transitionOf(name).to === "cancelled" && isPayable(order);
}

/** Why an unpaid order was not cancelled. `changed`: it may have been paid. */
export type NotCancelled = Exclude<checkoutSessions.Closing, "closed"> | "changed";

/**
 * Cancels an unpaid order. Its card page is closed at Stripe first, so that no one pays for a cancelled
 * order; an order that was paid is kept.
 * @param order as it was read when the transition was decided
 * @param also more statements for the same batch
 * @param until when to stop waiting, in ms of the real clock
 */
export async function cancelUnpaid(
  deps: Deps,
  order: orders.Order,
  name: TransitionName,
  by: By,
  additions: orders.TransitionExtras,
  also: BatchItem<"sqlite">[],
  until: number,
): Promise<"cancelled" | NotCancelled> {
  const closing = await checkoutSessions.close(deps, order, until);
  if (closing !== "closed") return closing;
  const latest = await orders.find(deps.db, order.id);
  if (latest?.version !== order.version) return "changed";
  // An operator must decide about the payment first.
  if (by.actor === "product" && (await payments.hasMismatch(deps.db, order))) return "changed";
  try {
    const noneOpen = checkoutCalls.noneOpen(deps.db, order.id);
    return (await apply(deps, order, name, by, additions, [noneOpen, ...also])) ? "cancelled" : "changed";
  } catch (error) {
    // A card page was opened in between.
    if (guards.broken(error) === "no-open-checkout") return "changed";
    throw error;
  }
}
