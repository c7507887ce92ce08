import type { BatchItem } from "drizzle-orm/batch";
import type { Capabilities } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { leftOf, returnOf } from "#app/ledger/shares.ts";
import * as orders from "#app/orders/orders.server.ts";
import { changesByRefund } from "#app/orders/transition-changes.ts";
import { type Actor, type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payments from "#app/payments/payments.server.ts";

type Deps = Pick<Capabilities, "db" | "clock">;

/** Who makes a move; `user` null: the product itself. */
export type By = { actor: Actor; user: orders.ActingUser | null };

/**
 * Makes a move of the table with all that follows from it (docs/specification.md#order-transitions), in one batch: the event, the order, the mails; where money
 * goes back also the ledger, the credit and the refund that is due; where nothing was paid, the credit that was reserved.
 * @param order as it was read when the move was decided
 * @param also statements of others that belong to it, an operator's audit row say
 * @returns false when the order changed since it was read, or the session of whoever acts has ended
 */
export async function apply(
  { db, clock }: Deps,
  order: orders.Order,
  name: TransitionName,
  by: By,
  additions: orders.TransitionExtras = {},
  also: BatchItem<"sqlite">[] = [],
): Promise<boolean> {
  const at = clock.now();
  const money = transitionOf(name).refunds
    ? await moneyBack({ db }, order, leftOf(order), reasonOf(name), at)
    : null;
  // The card page of an unpaid order that is cancelled any other way is closed by the sweep.
  const closes =
    transitionOf(name).to === "cancelled" && order.paymentStatus !== "paid" && order.creditCents > 0;
  return await claimed(() =>
    db.batch([
      ...orders.transitioned(
        db,
        order,
        name,
        by,
        at,
        money ? { ...additions, cents: money.cents } : additions,
        money?.to,
      ),
      ...(money?.statements ?? []),
      ...(closes ? [credit.released(db, order)] : []),
      ...also,
    ]),
  );
}

/**
 * An operator gives part or all of the money back, with a reason.
 * @param cents more than 0 and at most what is left
 * @returns false when the order changed since it was read
 */
export async function refund(
  { db, clock }: Deps,
  order: orders.Order,
  cents: number,
  user: orders.ActingUser,
  note: string,
  also: BatchItem<"sqlite">[] = [],
): Promise<boolean> {
  const at = clock.now();
  const money = await moneyBack({ db }, order, cents, "refund", at);
  if (!money) return false;
  // Without anything left to earn, the work is over.
  const to = cents === leftOf(order) ? { ...money.to, stage: "closed" as const } : money.to;
  return await claimed(() =>
    db.batch([
      ...orders.refundGranted(db, order, user, { cents, note }, to, at),
      ...money.statements,
      ...also,
    ]),
  );
}

function reasonOf(name: TransitionName): moneyCalls.RefundReason {
  return transitionOf(name).to === "cancelled" ? "cancellation" : "refund";
}

/** What gives an amount of a paid order back; null: nothing was paid. */
async function moneyBack(
  { db }: Pick<Deps, "db">,
  order: orders.Order,
  cents: number,
  reason: moneyCalls.RefundReason,
  at: number,
) {
  const payment = order.paymentStatus === "paid" ? await payments.findApplied(db, order.id) : null;
  if (!payment) return null;
  const back = returnOf(order, cents);
  const decision = `${order.id}:${order.version + 1}`;
  const { cashCents, creditCents } = back;
  const isOwed = cashCents > 0 || (await moneyCalls.hasRefundOwed(db, order.id, null));
  return {
    cents,
    to: changesByRefund(order, back, isOwed),
    statements: [
      ledger.returned(db, order, back, decision, at),
      ...(creditCents > 0 ? [credit.given(db, order, creditCents)] : []),
      ...(cashCents > 0
        ? [moneyCalls.refundDue(db, order.id, payment.paymentIntentId, cashCents, reason, at)]
        : []),
    ],
  };
}

/** Runs a batch that claims an order's next event. */
async function claimed(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (orders.isLostRace(error)) return false;
    throw error;
  }
}
