import type { BatchItem } from "drizzle-orm/batch";
import type { Capabilities } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { leftOf, returnOf, takenFrom } from "#app/ledger/shares.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { changesByRefund } from "#app/orders/transition-changes.ts";
import { type Actor, type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";

type Deps = Pick<Capabilities, "db" | "clock">;

/** Who makes a transition. `user` is null for an automatic transition. */
export type By = { actor: Actor; user: orders.ActingUser | null };

/**
 * Applies a transition (docs/specification.md#order-transitions) with all its consequences, in one batch: the
 * event, the order and the emails. A transition that refunds also writes the ledger, the credit and the due
 * refund. Cancelling an unpaid order releases its reserved credit.
 * @param order as it was read when the transition was decided
 * @param also more statements for the same batch, for example an operator's audit row
 * @returns false if the order has changed since it was read
 * @throws the broken rule `session` if the acting user's session has ended (app/lib/guards.server.ts)
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
    ? await decideRefund({ db }, order, leftOf(order), reasonOf(name), at)
    : null;
  // Only the credit is released here. The caller or the sweep closes the Checkout Session of an unpaid order.
  const releasesCredit =
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
      ...(releasesCredit ? [credit.released(db, order)] : []),
      ...also,
    ]),
  );
}

/**
 * Refunds part or all of a paid order: an operator's decision, with a reason.
 * @param cents more than 0, at most what has not been refunded yet
 * @param note the reason
 * @param also more statements for the same batch
 * @returns false if the order is not paid, or has changed since it was read
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
  const money = await decideRefund({ db }, order, cents, "refund", at);
  if (!money) return false;
  // A full refund leaves nothing to earn, so the order is closed.
  const to = cents === leftOf(order) ? { ...money.to, stage: "closed" as const } : money.to;
  return await claimed(() =>
    db.batch([
      ...orders.refundGranted(db, order, user, { cents, note }, to, at),
      ...money.statements,
      ...also,
    ]),
  );
}

function reasonOf(name: TransitionName): refundCalls.RefundReason {
  return transitionOf(name).to === "cancelled" ? "cancellation" : "refund";
}

/** The unique name of the next decision on an order, in the books. */
export function decisionOn({ id, version }: Pick<orders.Order, "id" | "version">): string {
  return `${id}:${version + 1}`;
}

/**
 * The amounts and statements of a refund. It takes from the newest payment first, with one call for each
 * (docs/specification.md#refunds). @returns null if the order was not paid
 */
async function decideRefund(
  { db }: Pick<Deps, "db">,
  order: orders.Order,
  cents: number,
  reason: refundCalls.RefundReason,
  at: number,
) {
  const charges = order.paymentStatus === "paid" ? await orderExtras.listCharges(db, order) : [];
  if (charges.length === 0) return null;
  const back = returnOf(order, cents);
  const decision = decisionOn(order);
  const { cashCents, creditCents } = back;
  const waitsForStripe = cashCents > 0 || (await refundCalls.hasUnconfirmed(db, order, null));
  return {
    cents,
    to: changesByRefund(order, back, waitsForStripe),
    statements: [
      ledger.returned(db, order, back, decision, at),
      ledger.takenBackDue(db, order.id, at),
      ...(creditCents > 0 ? [credit.returned(db, order, creditCents)] : []),
      ...takenFrom(charges, cashCents).flatMap(({ extraId, paymentIntentId, cents: taken }) => [
        ...(extraId === null ? [] : [orderExtras.refundDecided(db, extraId, taken)]),
        refundCalls.refundDue(db, order, paymentIntentId, taken, reason, at),
      ]),
    ],
  };
}

/**
 * Runs a batch that claims the order's next event (docs/architecture.md#claims).
 * @returns false if another write came first
 */
async function claimed(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (orders.isLostRace(error)) return false;
    throw error;
  }
}
