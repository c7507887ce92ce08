import { and, eq, ne } from "drizzle-orm";
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
import { paymentOf } from "#app/payments/fulfil.server.ts";
import * as mismatches from "#app/payments/mismatches.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import { disputes } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;
type Batch = [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

export type Dispute = typeof disputes.$inferSelect;

/**
 * Brings a cardholder's dispute to where it stands at Stripe (docs/specification.md#disputes): opened, it holds the order; won, it lets go of it; lost,
 * what the bank took was the refund. Each step is written once, whichever event comes first or again.
 * @param id `du_…` @throws when Stripe or the database cannot be reached; the caller tries again
 */
export async function follow(deps: Deps, id: string): Promise<void> {
  const { db, clock } = deps;
  const dispute = await deps.stripe.disputes.retrieve(id);
  const state = stateOf(dispute);
  const payment = await paymentOf(deps, idIn(dispute.payment_intent));
  if (!state || payment?.outcome !== "applied") {
    const note = state
      ? `The bank disputes ${exactDollars(dispute.amount)} of a payment that no order has taken`
      : `The bank asks about ${exactDollars(dispute.amount)} (${dispute.status}): answer it at Stripe`;
    await mismatches.note(db, { id, orderId: payment?.orderId ?? null, note }, clock.now());
    return;
  }
  for (let tries = 0; tries < 8; tries++) {
    const [order, kept] = await Promise.all([orders.find(db, payment.orderId), find(db, id)]);
    if (!order) throw new Error(`Dispute ${id} is for no order`);
    if (kept && (kept.state === state || kept.state !== "open")) return;
    try {
      await db.batch(
        kept
          ? await closed(db, order, kept, state === "won", clock.now())
          : opened(db, order, dispute, clock.now()),
      );
    } catch (error) {
      if (!orders.isLostRace(error) && !brokeUnique(error, "disputes.id")) throw error;
    }
  }
  throw new Error(`Dispute ${id} found no quiet moment`);
}

/** One dispute; null when we have not heard of it. */
export async function find(db: Db, id: string): Promise<Dispute | null> {
  const [dispute] = await db.select().from(disputes).where(eq(disputes.id, id));
  return dispute ?? null;
}

/** When the oldest dispute that is still open was opened, UTC ms; null: none is. */
export async function oldestOpen(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ at: disputes.at })
    .from(disputes)
    .where(eq(disputes.state, "open"))
    .orderBy(disputes.at)
    .limit(1);
  return row?.at ?? null;
}

/** Null: the bank only asks, and has taken nothing. */
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
    // Stripe's time: its list is read from there on for as long as it is open.
    db
      .insert(disputes)
      .values({ id, orderId: order.id, amountCents: amount, state: "open", at: dispute.created * second }),
    ledger.disputeOpened(db, order.id, id, amount, at),
    ...(fee > 0 ? [ledger.processingFee(db, order.id, id, fee, at)] : []),
  ];
}

async function closed(
  db: Db,
  order: orders.Order,
  kept: Dispute,
  isWon: boolean,
  at: number,
): Promise<Batch> {
  const { id, amountCents } = kept;
  const hold = (await hasOtherOpen(db, kept)) ? { hold: "dispute" as const } : {};
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
  const { to, statements } = await lost(db, order, kept, at);
  return [
    ...orders.disputed(db, order, "dispute_lost", amountCents, { ...to, ...hold }, at),
    row,
    ...statements,
  ];
}

/**
 * The bank's decision returns what is left of the price, or so much of it as was disputed. It pays what was owed to the buyer, a refund
 * that the dispute has kept back among it. What it took beyond that stands on the account of disputes, and an operator is told.
 */
async function lost(db: Db, order: orders.Order, { id, amountCents }: Dispute, at: number) {
  const isWhole = amountCents >= cashOf(order) - order.refundedCashCents;
  const cents = isWhole ? leftOf(order) : amountCents;
  const back = cents > 0 ? returnOf(order, cents) : null;
  const owed = (back?.cashCents ?? 0) + (await moneyCalls.owed(db, order.id));
  const paid = Math.min(amountCents, owed);
  // A refund that it has not paid waits on, and ends the order's payment when it is confirmed.
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
      ...(back && back.creditCents > 0 ? [credit.given(db, order, back.creditCents)] : []),
      ...(paid > 0 ? [ledger.disputeLost(db, order, id, paid, at)] : []),
      ...(isOver ? [moneyCalls.refundsMet(db, order.id, `the dispute ${id}`, at)] : []),
      ...(beyond > 0 ? [mismatches.noted(db, { id, orderId: order.id, note }, at)] : []),
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
