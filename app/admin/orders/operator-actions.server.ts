import { type SQL, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Bearer } from "#app/admin/orders/operator-refund.ts";
import * as checkout from "#app/checkout/checkout.server.ts";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { leftOf, returnOf } from "#app/ledger/shares.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import type { MoneyCall } from "#app/payments/money-calls.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import * as unpaid from "#app/transitions/cancel-unpaid.server.ts";

type Deps = Pick<Capabilities, "db" | "clock">;
type CancelDeps = Deps & Pick<Capabilities, "stripe" | "log" | "secret">;

/**
 * Makes a transition in a party's place.
 * @param given answers to the seller's questions, for `answer`; how many more days, for `ask-time`
 */
export async function applyTransition(
  { db, clock }: Deps,
  order: Order,
  name: TransitionName,
  decision: Decision,
  given: { answers?: string[]; days?: number } = {},
): Promise<WriteResult> {
  const by = { actor: "operator", user: decision.operator } as const;
  const additions = { note: decision.reason, ...given };
  const cents = transitionOf(name).refunds ? leftOf(order) : null;
  const rows = audited(db, name, order.id, decision, clock.now(), { cents });
  return await runOrderWrite(() =>
    orderTransitions.apply({ db, clock }, order, name, by, additions, [...rows]),
  );
}

/**
 * Cancels an unpaid order after closing its card page at Stripe.
 * @returns why it was not cancelled, or the result of the write
 */
export async function cancelUnpaid(
  deps: CancelDeps,
  order: Order,
  name: TransitionName,
  decision: Decision,
): Promise<WriteResult | "processing" | "unreachable"> {
  const by = { actor: "operator", user: decision.operator } as const;
  const rows = audited(deps.db, name, order.id, decision, deps.clock.now());
  const additions = { note: decision.reason };
  const until = Date.now() + checkout.longestWait;
  let reason: unpaid.NotCancelled = "changed";
  const result = await runOrderWrite(async () => {
    const cancelled = await unpaid.cancelUnpaid(deps, order, name, by, additions, [...rows], until);
    if (cancelled !== "cancelled") reason = cancelled;
    return cancelled === "cancelled";
  });
  return result === "changed" ? reason : result;
}

/**
 * Refunds an amount.
 * @param cents more than 0 and at most what is left of the order
 * @param bearer who bears the seller's share
 */
export async function refund(
  { db, clock }: Deps,
  order: Order,
  cents: number,
  bearer: Bearer,
  decision: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  const { netCents } = returnOf(order, cents);
  const also = [
    ...audited(db, "refund", order.id, decision, at, { cents }),
    ...(bearer === "platform" && netCents > 0
      ? [ledger.goodwill(db, order, orderTransitions.decisionOn(order), netCents, at)]
      : []),
  ];
  return await runOrderWrite(() =>
    orderTransitions.refund({ db, clock }, order, cents, decision.operator, decision.reason, also),
  );
}

/**
 * Sends a refund again that failed after Stripe had accepted it, as a new money call for the same amount.
 * @returns `changed` if another operator acted first
 */
export async function resendRefund(
  { db, clock }: Deps,
  failed: MoneyCall,
  decision: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  return await runOrderWrite(async () => {
    try {
      await db.batch([
        ...audited(db, "refund-again", refundedSubject(failed), decision, at, {
          cents: refundCalls.amountOf(failed),
        }),
        refundCalls.refundAgain(db, failed, at),
      ]);
      return true;
    } catch (error) {
      if (refundCalls.isReplaced(error)) return false;
      throw error;
    }
  });
}

/** The subject of a refund's audit row: the order, or the user who paid for a registration. */
function refundedSubject({ orderId, registrationId }: MoneyCall): string | SQL<string> {
  return orderId ?? sql<string>`(select user_id from sellers where id = ${registrationId})`;
}

/** @param run returns false if the order has changed */
async function runOrderWrite(run: () => Promise<boolean>): Promise<WriteResult> {
  try {
    return await runAudited(run);
  } catch (error) {
    // The order checks the operator's session before the audit row does.
    if (guards.broken(error) === "session") refuse("gone");
    throw error;
  }
}
