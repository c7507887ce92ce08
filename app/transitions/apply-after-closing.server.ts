import type { BatchItem } from "drizzle-orm/batch";
import type { Capabilities } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { isPayable } from "#app/orders/order.ts";
import type * as orders from "#app/orders/orders.server.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import { apply, type By } from "#app/transitions/apply-transition.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * True if the card page of an order must be closed before this transition: it cancels an unpaid order, or
 * nothing can be added to the order after it (docs/specification.md#added-extras). `applyAfterClosing` makes
 * such a transition.
 */
export function closesPage(order: orders.Order, name: TransitionName): boolean {
  const { to, refunds } = transitionOf(name);
  if (isPayable(order)) return to === "cancelled";
  const endsExtras = name === "deliver" || to === "cancelled" || to === "completed" || refunds === true;
  return endsExtras && order.firstDeliveredAt === null;
}

/** Why a transition was not made. `changed`: the order may have been paid, or an extra of it. */
export type NotApplied = Exclude<checkoutSessions.Closing, "closed"> | "changed";

/**
 * Makes a transition after closing the card page at Stripe, so that no one pays for a cancelled order, or for
 * an extra that is too late. An order that turns out to be paid is kept. A bank that has not answered about
 * an extra does not stop the work: `fulfil` refunds that payment.
 * @param order as it was read when the transition was decided
 * @param also more statements for the same batch
 * @param until when to stop waiting, in ms of the real clock
 */
export async function applyAfterClosing(
  deps: Deps,
  order: orders.Order,
  name: TransitionName,
  by: By,
  additions: orders.TransitionExtras,
  also: BatchItem<"sqlite">[],
  until: number,
): Promise<"applied" | NotApplied> {
  const isUnpaid = isPayable(order);
  const closing = await checkoutSessions.close(deps, order, until);
  if (closing === "unreachable" || (closing === "processing" && isUnpaid)) return closing;
  // An operator must decide about the payment first.
  if (isUnpaid && by.actor === "product" && (await payments.hasMismatch(deps.db, order))) return "changed";
  const { noneOpen, noPageOpen } = checkoutCalls;
  const closed = isUnpaid ? noneOpen(deps.db, order.id) : noPageOpen(deps.db, order.id);
  try {
    return (await apply(deps, order, name, by, additions, [closed, ...also])) ? "applied" : "changed";
  } catch (error) {
    // A card page was opened in between.
    if (guards.broken(error) === "no-open-checkout") return "changed";
    throw error;
  }
}
