import { type SQL, sql } from "drizzle-orm";
import { isCounted, mayDecideAlone } from "#app/admin/approvals/second-operator.server.ts";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Bearer } from "#app/admin/orders/operator-refund.ts";
import * as checkout from "#app/checkout/checkout.server.ts";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { leftOf, returnOf } from "#app/ledger/shares.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { isPayable } from "#app/orders/order.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import type { MoneyCall } from "#app/payments/money-calls.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import {
  applyAfterClosing,
  closesPage,
  type NotApplied,
} from "#app/transitions/apply-after-closing.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";

type Deps = Pick<Capabilities, "db" | "clock">;
type TransitionDeps = Deps & Pick<Capabilities, "stripe" | "log" | "secret">;

/** How much of an order's payment a transition returns, in cents; null: it refunds nothing. */
export function returnedBy(name: TransitionName, order: Order): number | null {
  return transitionOf(name).refunds && !isPayable(order) ? leftOf(order) : null;
}

/**
 * Makes a transition on a party's behalf, after closing the card page at Stripe if one may be open.
 * @param given answers to the seller's questions, for `answer`; how many more days, for `ask-time`
 * @returns why it was not made, or the result of the write
 */
export async function applyTransition(
  deps: TransitionDeps,
  order: Order,
  name: TransitionName,
  decision: Decision,
  given: { answers?: string[]; days?: number } = {},
): Promise<WriteResult | "processing" | "unreachable"> {
  const by = { actor: "operator", user: decision.operator } as const;
  const additions = { note: decision.reason, ...given };
  const cents = returnedBy(name, order);
  const rows = [...audited(deps.db, name, order.id, decision, deps.clock.now(), { cents })];
  if (!closesPage(order, name))
    return await runOrderWrite(() => orderTransitions.apply(deps, order, name, by, additions, rows));
  await requireAlone(deps, name, order.id, cents, decision);
  const until = Date.now() + checkout.maxWait;
  let reason: NotApplied = "changed";
  const result = await runOrderWrite(async () => {
    const applied = await applyAfterClosing(deps, order, name, by, additions, rows, until);
    if (applied !== "applied") reason = applied;
    return applied === "applied";
  });
  return result === "changed" ? reason : result;
}

/**
 * Call this before closing a card page at Stripe: a decision that is only proposed must not close it.
 * @throws the guard `second-operator`
 */
async function requireAlone(
  { db, clock }: Deps,
  action: string,
  orderId: string,
  cents: number | null,
  { confirms }: Decision,
): Promise<void> {
  if (confirms !== undefined || cents === null || !isCounted(action, cents)) return;
  await guards.that(db, "second-operator", mayDecideAlone(orderId, cents, clock.now()));
}

/**
 * Refunds an amount. Nothing can be added to an order after a full refund, so its card page is closed first.
 * @param cents more than 0 and at most what is left of the order
 * @param bearer who bears the seller's share
 * @returns `changed` also if an extra of the order was paid in the meantime
 */
export async function refund(
  deps: TransitionDeps,
  order: Order,
  cents: number,
  bearer: Bearer,
  decision: Decision,
): Promise<WriteResult | "unreachable"> {
  const { db, clock } = deps;
  const closesPage = cents === leftOf(order) && order.firstDeliveredAt === null;
  if (closesPage) {
    await requireAlone(deps, "refund", order.id, cents, decision);
    const closing = await checkoutSessions.close(deps, order, Date.now() + checkout.maxWait);
    if (closing === "unreachable") return closing;
  }
  const at = clock.now();
  const { netCents } = returnOf(order, cents);
  const also = [
    ...audited(db, "refund", order.id, decision, at, { cents }),
    ...(bearer === "platform" && netCents > 0
      ? [ledger.goodwill(db, order, orderTransitions.decisionOn(order), netCents, at)]
      : []),
    ...(closesPage ? [checkoutCalls.noPageOpen(db, order.id)] : []),
  ];
  return await runOrderWrite(() =>
    orderTransitions.refund({ db, clock }, order, cents, decision.operator, decision.reason, also),
  );
}

/**
 * Resends a refund that failed after Stripe had accepted it, as a new money call for the same amount.
 * @returns `changed` if another operator acted first
 */
export async function resendRefund(
  { db, clock }: Deps,
  failed: MoneyCall,
  decision: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  const cents = refundCalls.amountOf(failed);
  return await runOrderWrite(() =>
    db.batch([
      ...audited(db, "refund-again", refundedSubject(failed), decision, at, { cents }),
      refundCalls.refundAgain(db, failed, at),
    ]),
  );
}

/** The subject of a refund's audit row: the order, or the user who paid for a registration. */
function refundedSubject({ orderId, registrationId }: MoneyCall): string | SQL<string> {
  return orderId ?? sql<string>`(select user_id from sellers where id = ${registrationId})`;
}

/** @param run returns false if the order has changed */
async function runOrderWrite(run: () => Promise<unknown>): Promise<WriteResult> {
  // A card page was opened in between, or the refund was sent again.
  const isRace = (error: unknown) =>
    guards.broken(error) === "no-open-checkout" || refundCalls.isReplaced(error);
  try {
    return await runAudited(run, isRace);
  } catch (error) {
    // The order checks the operator's session before the audit row does.
    if (guards.broken(error) === "session") refuse("gone");
    throw error;
  }
}
