import { and, eq, ne, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { cashOf, leftOf, returnOf } from "#app/ledger/shares.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { second } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import * as orders from "#app/orders/orders.server.ts";
import { findPayment } from "#app/payments/fulfil.server.ts";
import * as mismatches from "#app/payments/mismatches.server.ts";
import * as refundCalls from "#app/payments/refund-calls.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import { disputes } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;
type Batch = [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

export type Dispute = typeof disputes.$inferSelect;

/**
 * Brings our record of a dispute up to date with Stripe (docs/specification.md#disputes). An open dispute
 * puts a hold on the order. A won dispute releases the hold. A lost dispute counts as a refund of the amount
 * that the bank took. Each step is written once, in whatever order, and however often, the events arrive.
 * @param id `du_…`
 * @throws if Stripe or the database cannot be reached; the caller tries again
 */
export async function sync(deps: Deps, id: string): Promise<void> {
  const { db, clock } = deps;
  const dispute = await deps.stripe.disputes.retrieve(id);
  const state = stateOf(dispute);
  const payment = await findPayment(deps, idIn(dispute.payment_intent));
  const orderId = payment?.orderId ?? null;
  if (!state) return await inquire(deps, dispute, orderId);
  if (payment?.outcome !== "applied") {
    const note = `${strayWords[state]} ${exactDollars(dispute.amount)} of a payment that no order has taken`;
    const row = { id, orderId, note, disputeState: state, at: dispute.created * second };
    await mismatches.strayDispute(db, row, clock.now());
    return;
  }
  for (let tries = 0; tries < 8; tries++) {
    const [order, known] = await Promise.all([orders.find(db, payment.orderId), find(db, id)]);
    if (!order) throw new Error(`Dispute ${id} belongs to no order`);
    if (known && (known.state === state || known.state !== "open")) return;
    try {
      await db.batch(
        known
          ? await closed(db, order, known, state === "won", clock.now())
          : opened(db, order, dispute, clock.now()),
      );
    } catch (error) {
      if (!orders.isLostRace(error) && !brokeUnique(error, "disputes.id")) throw error;
    }
  }
  throw new Error(`The order of dispute ${id} changed during every try to write it`);
}

const strayWords = {
  open: "The bank disputes",
  won: "The bank gave back",
  lost: "The bank has taken",
} as const;

/** The bank only asks and has taken no money: the operator answers at Stripe, until the bank is content. */
async function inquire({ db, clock }: Deps, dispute: Stripe.Dispute, orderId: string | null) {
  const { id, status, amount } = dispute;
  const note = `The bank asks about ${exactDollars(amount)} (${status}): answer it at Stripe`;
  if (status === "warning_closed") await mismatches.explained(db, id, "The bank has closed it", clock.now());
  else await mismatches.queue(db, { id, orderId, note }, clock.now());
}

/**
 * True if a bank has kept money of an order's payments and decides about no more of it. Stripe refunds none
 * then.
 */
export async function areLost(db: Db, orderId: string): Promise<boolean> {
  const [row] = await db.all<{ lost: number }>(sql`
    select ifnull(min(state = 'lost'), 0) as lost from (
      select state from disputes where order_id = ${orderId} and state <> 'won'
      union all select dispute_state from mismatches where order_id = ${orderId} and dispute_state in ('open', 'lost'))`);
  return row?.lost === 1;
}

/** Finds our record of a dispute. @returns null if there is none yet */
export async function find(db: Db, id: string): Promise<Dispute | null> {
  const [dispute] = await db.select().from(disputes).where(eq(disputes.id, id));
  return dispute ?? null;
}

/** When the oldest open dispute was opened, UTC ms. @returns null if none is open */
export async function oldestOpen(db: Db): Promise<number | null> {
  const stray = await mismatches.oldestStrayDispute(db);
  const [row] = await db
    .select({ at: disputes.at })
    .from(disputes)
    .where(eq(disputes.state, "open"))
    .orderBy(disputes.at)
    .limit(1);
  return row && stray !== null ? Math.min(row.at, stray) : (row?.at ?? stray);
}

/**
 * Our state for a dispute at Stripe.
 * @returns null for an inquiry (`warning_…`): the bank only asks and has taken no money
 */
export function stateOf({ status }: Stripe.Dispute): Dispute["state"] | null {
  if (status === "won") return "won";
  if (status === "lost") return "lost";
  return status === "needs_response" || status === "under_review" ? "open" : null;
}

function opened(db: Db, order: orders.Order, dispute: Stripe.Dispute, at: number): Batch {
  const { id, amount } = dispute;
  const fee = dispute.balance_transactions.reduce((cents, one) => cents + one.fee, 0);
  return [
    ...orders.disputed(db, order, "disputed", amount, {}, at),
    // Stripe's time, because reconciliation reads Stripe's list from there while the dispute is open.
    db
      .insert(disputes)
      .values({ id, orderId: order.id, amountCents: amount, state: "open", at: dispute.created * second }),
    ledger.disputeOpened(db, order.id, id, amount, at),
    mismatches.explained(db, id, "It has become a dispute of the order", at),
    ...(fee > 0 ? [ledger.processingFee(db, order.id, id, fee, at)] : []),
  ];
}

async function closed(
  db: Db,
  order: orders.Order,
  known: Dispute,
  isWon: boolean,
  at: number,
): Promise<Batch> {
  const { id, amountCents } = known;
  const hold = (await hasOtherOpen(db, known)) ? { hold: "dispute" as const } : {};
  const row = db
    .update(disputes)
    .set({ state: isWon ? "won" : "lost", closedAt: at })
    .where(eq(disputes.id, id));
  if (isWon)
    return [
      ...orders.disputed(db, order, "dispute_won", amountCents, hold, at),
      row,
      ledger.disputeWon(db, order.id, id, amountCents, at),
    ];
  const { to, statements } = await lost(db, order, known, at);
  return [
    ...orders.disputed(db, order, "dispute_lost", amountCents, { ...to, ...hold }, at),
    row,
    ...statements,
  ];
}

/**
 * What a lost dispute changes. It refunds the disputed amount: the rest of the price if it covers all that is
 * left of the card payment. It also pays refunds that are owed but not confirmed. If the bank took more than
 * is owed, the difference stays on the ledger's `disputes` account, and a mismatch is queued for the
 * operator.
 */
async function lost(db: Db, order: orders.Order, { id, amountCents }: Dispute, at: number) {
  const isWhole = amountCents >= cashOf(order) - order.refundedCashCents;
  const cents = isWhole ? leftOf(order) : amountCents;
  const back = cents > 0 ? returnOf(order, cents) : null;
  const owed = (back?.cashCents ?? 0) + (await refundCalls.owedCents(db, order.id));
  const paid = Math.min(amountCents, owed);
  // Otherwise a refund is still unconfirmed. Its confirmation makes the order `refunded`.
  const isOver = isWhole && paid === owed;
  const beyond = amountCents - paid;
  const note = `The bank took ${exactDollars(beyond)} more by its dispute than was left to go back`;
  return {
    to: {
      refundedCashCents: order.refundedCashCents + (back?.cashCents ?? 0),
      refundedCreditCents: order.refundedCreditCents + (back?.creditCents ?? 0),
      ...(isWhole ? { stage: "closed" as const } : {}),
      ...(isOver ? { paymentStatus: "refunded" as const } : {}),
    },
    statements: [
      ...(back ? [ledger.returned(db, order, back, `dispute:${id}`, at)] : []),
      ...(back && back.creditCents > 0 ? [credit.returned(db, order, back.creditCents)] : []),
      ...(paid > 0 ? [ledger.disputeLost(db, order, id, paid, at)] : []),
      ...(isOver ? [refundCalls.paidOtherwise(db, order.id, `the dispute ${id}`, at)] : []),
      ...(beyond > 0 ? [mismatches.queued(db, { id, orderId: order.id, note }, at)] : []),
    ],
  };
}

async function hasOtherOpen(db: Db, { id, orderId }: Dispute): Promise<boolean> {
  const others = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), eq(disputes.state, "open"), ne(disputes.id, id)));
  return others.length > 0;
}
