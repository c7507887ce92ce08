import { audited, type Decision, type WriteResult } from "#app/admin/audit.server.ts";
import type { Capabilities } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import type { Order } from "#app/orders/orders.server.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import * as orderMoves from "#app/payments/apply-transition.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";

type Deps = Pick<Capabilities, "db" | "clock">;

/** Makes the operator's twin of a move: with its audit row, in one batch. @param answers to the seller's questions, for `answer` */
export async function applyTransition(
  { db, clock }: Deps,
  order: Order,
  name: TransitionName,
  by: Decision,
  answers?: string[],
): Promise<WriteResult> {
  const who = { actor: "operator", user: by.operator } as const;
  const comes = { note: by.reason, ...(answers ? { answers } : {}) };
  const row = audited(db, name, order.id, by, clock.now());
  return await runOrderWrite(() => orderMoves.apply({ db, clock }, order, name, who, comes, [row]));
}

/** Gives an amount back: with its audit row, in one batch. @param cents more than 0 and at most what is left */
export async function refund(
  { db, clock }: Deps,
  order: Order,
  cents: number,
  by: Decision,
): Promise<WriteResult> {
  const row = audited(db, "refund", order.id, by, clock.now());
  return await runOrderWrite(() =>
    orderMoves.refund({ db, clock }, order, cents, by.operator, by.reason, [row]),
  );
}

/** Sends a refund again that failed after Stripe had taken it: a new call for the same cents, once, whoever asks. */
export async function resendRefund(
  { db, clock }: Deps,
  failed: moneyCalls.MoneyCall,
  by: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  return await runOrderWrite(async () => {
    try {
      await db.batch([
        audited(db, "refund-again", failed.orderId, by, at),
        moneyCalls.refundAgain(db, failed, at),
      ]);
      return true;
    } catch (error) {
      if (moneyCalls.isReplaced(error)) return false;
      throw error;
    }
  });
}

/** @param run false: the order has changed */
async function runOrderWrite(run: () => Promise<boolean>): Promise<WriteResult> {
  try {
    return (await run()) ? "done" : "changed";
  } catch (error) {
    // An event has no order where the session of its user has ended.
    if (brokeNotNull(error, "audit_log.operator_id") || brokeNotNull(error, "order_events.order_id"))
      return "no operator";
    throw error;
  }
}
