import { and, eq, ne, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import {
  columnFor,
  columnsOf,
  isFor,
  type PaidFor,
  type PaidForColumns,
  paidForOf,
} from "#app/ledger/paid-for.server.ts";
import { type Charge, lostBy, returnOf } from "#app/ledger/shares.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { second } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import { exactDollars } from "#app/lib/money.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import { findPayment } from "#app/payments/fulfil.server.ts";
import * as mismatches from "#app/payments/mismatches.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import { disputes } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;
type Batch = [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

export type Dispute = typeof disputes.$inferSelect;

/**
 * Brings our record of a dispute up to date with Stripe (docs/specification.md#disputes). An open dispute
 * puts a hold on the order. A won dispute releases the hold. A lost dispute counts as a refund of the amount
 * that the bank took. Each step is written once, whatever the order and number of the events.
 * @param id `du_…`
 * @throws if Stripe or the database cannot be reached; the caller retries
 */
export async function sync(deps: Deps, id: string): Promise<void> {
  const { db, clock } = deps;
  const dispute = await deps.stripe.disputes.retrieve(id);
  const state = stateOf(dispute);
  const payment = await findPayment(deps, idIn(dispute.payment_intent));
  const { orderId = null, registrationId = null } = payment ?? {};
  if (!state) return await inquire(deps, dispute, { orderId, registrationId });
  if (payment?.outcome !== "applied") {
    const note = `${strayWords[state]} ${exactDollars(dispute.amount)} of a payment that belongs to no order`;
    const row = { id, orderId, registrationId, note, disputeState: state, at: dispute.created * second };
    await mismatches.strayDispute(db, row, clock.now());
    return;
  }
  for (let tries = 0; tries < 8; tries++) {
    const [payable, known] = await Promise.all([payables.find(db, payment), find(db, id)]);
    if (!payable) throw new Error(`Dispute ${id} belongs to no order`);
    if (known && (known.state === state || known.state !== "open")) return;
    try {
      await db.batch(
        known
          ? await closed(db, payable, known, state === "won", payment.paymentIntentId, clock.now())
          : opened(db, payable, dispute, clock.now()),
      );
    } catch (error) {
      const isRace = payables.isLostRace(error) || brokeUnique(error, "disputes.id");
      if (!isRace && guards.broken(error) !== "owed-unchanged") throw error;
    }
  }
  throw new Error(`The order of dispute ${id} kept changing while it was being written`);
}

const strayWords = {
  open: "The bank disputes",
  won: "The bank gave back",
  lost: "The bank has taken",
} as const;

/**
 * An inquiry: the bank only asks and has taken no money. The operator answers at Stripe until the bank is
 * satisfied.
 */
async function inquire({ db, clock }: Deps, dispute: Stripe.Dispute, columns: PaidForColumns) {
  const { id, status, amount } = dispute;
  const note = `The bank asks about ${exactDollars(amount)} (${status}): respond in Stripe`;
  if (status === "warning_closed")
    await mismatches.explained(db, id, "The bank closed the inquiry", clock.now());
  else await mismatches.queue(db, { id, ...columns, note }, clock.now());
}

/**
 * True if a bank has kept money from a payment and no dispute is left to decide. Stripe then refuses to
 * refund this payment. @param paidFor what was paid for: an order also has a payment for each added extra
 */
export async function areLost(db: Db, paidFor: PaidFor, paymentIntent: string | null): Promise<boolean> {
  const [row] = await db.all<{ lost: number }>(sql`
    select ifnull(min(state = 'lost'), 0) as lost from (
      select state from disputes where ${columnFor(paidFor)} = ${paidFor.id} and state <> 'won'
        and ifnull(payment_intent_id, ${paymentIntent}) is ${paymentIntent}
      union all select dispute_state from mismatches where ${columnFor(paidFor)} = ${paidFor.id} and dispute_state in ('open', 'lost'))`);
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

function opened(db: Db, payable: payables.Paid, dispute: Stripe.Dispute, at: number): Batch {
  const { id, amount } = dispute;
  const fee = dispute.balance_transactions.reduce((cents, one) => cents + one.fee, 0);
  return [
    ...payables.disputed(db, payable, "disputed", amount, {}, at),
    // Stripe's time, because reconciliation reads Stripe's list from here while the dispute is open.
    db.insert(disputes).values({
      id,
      ...columnsOf(payable),
      paymentIntentId: idIn(dispute.payment_intent),
      amountCents: amount,
      state: "open",
      at: dispute.created * second,
    }),
    ledger.disputeOpened(db, payable, id, amount, at),
    mismatches.explained(db, id, "It became a dispute over its payment", at),
    ...(fee > 0 ? [ledger.processingFee(db, payable, id, fee, at)] : []),
  ];
}

async function closed(
  db: Db,
  payable: payables.Paid,
  known: Dispute,
  isWon: boolean,
  paymentIntent: string | null,
  at: number,
): Promise<Batch> {
  const { id, amountCents } = known;
  const hold = (await hasOtherOpen(db, known)) ? { hold: "dispute" as const } : {};
  const row = (state: "won" | "lost") =>
    db.update(disputes).set({ state, closedAt: at }).where(eq(disputes.id, id));
  if (isWon)
    return [
      ...payables.disputed(db, payable, "dispute_won", amountCents, hold, at),
      row("won"),
      ledger.disputeWon(db, payable, id, amountCents, at),
    ];
  const [charges, owedCents, areOthersOpen] = await Promise.all([
    payables.listCharges(db, payable),
    refundCalls.owedCents(db, payable, paymentIntent),
    refundCalls.hasUnconfirmedOfOthers(db, payable, paymentIntent),
  ]);
  if (owedCents === null)
    throw new Error(`Dispute ${id} waits for a refund of its payment, which Stripe may have made`);
  const charge = charges.find((one) => one.paymentIntentId === paymentIntent);
  if (!charge) throw new Error(`Dispute ${id} is over no accepted payment of its order`);
  const { cents, to, statements } = lost(db, payable, known, charge, { owedCents, areOthersOpen }, at);
  return [
    ...payables.disputed(db, payable, "dispute_lost", cents, { ...to, ...hold }, at),
    // No refund was sent or confirmed after the owed amount was read. Otherwise the amount is read again.
    guards.that(db, "owed-unchanged", refundCalls.isStillOwed(db, payable, paymentIntent, owedCents)),
    row("lost"),
    ...statements,
  ];
}

/**
 * What a lost dispute changes. It refunds the disputed amount: the rest of the price if it covers everything
 * that is left of all card payments. It also pays refunds of the same payment that are owed but not
 * confirmed; if it pays part of them, one refund of the rest replaces them. If the bank took more than is
 * owed, the difference stays on the ledger's `disputes` account, and a mismatch is queued for the operator.
 * @param charge the disputed payment
 * @param unconfirmed the amount that `owedCents` read, and whether refunds of other payments are unconfirmed
 * @returns `cents`: for the order event, from which `refundsOf` derives the refund
 */
function lost(
  db: Db,
  payable: payables.Paid,
  { id, amountCents }: Dispute,
  { extraId, paymentIntentId, leftCents }: Charge,
  { owedCents: unconfirmed, areOthersOpen }: { owedCents: number; areOthersOpen: boolean },
  at: number,
) {
  const { cents, isWhole } = lostBy(payable, amountCents, leftCents);
  const back = cents > 0 ? returnOf(payable, cents) : null;
  const owed = (back?.cashCents ?? 0) + unconfirmed;
  const paid = Math.min(amountCents, owed);
  const rest = owed - paid;
  // Otherwise a refund is still unconfirmed. Its confirmation makes the order `refunded`.
  const isOver = isWhole && rest === 0 && !areOthersOpen;
  const beyond = amountCents - paid;
  const note = `The bank took ${exactDollars(beyond)} more through its dispute than was left to refund`;
  return {
    cents: isWhole ? amountCents : cents,
    to: {
      refundedCashCents: payable.refundedCashCents + (back?.cashCents ?? 0),
      refundedCreditCents: payable.refundedCreditCents + (back?.creditCents ?? 0),
      ...(isWhole ? { stage: "closed" as const } : {}),
      ...(isOver ? { paymentStatus: "refunded" as const } : {}),
    },
    statements: [
      ...(back
        ? [ledger.returned(db, payable, back, `dispute:${id}`, at), ledger.takenBackDue(db, payable.id, at)]
        : []),
      ...(back && back.creditCents > 0 ? [credit.returned(db, payable, back.creditCents)] : []),
      ...(back && extraId !== null ? [orderExtras.refundDecided(db, extraId, back.cashCents)] : []),
      ...(paid > 0 ? [ledger.disputeLost(db, payable, id, paid, at)] : []),
      ...(rest < unconfirmed
        ? [refundCalls.paidOtherwise(db, payable, paymentIntentId, `the dispute ${id}`, at)]
        : []),
      ...(rest > 0 && rest < unconfirmed
        ? [refundCalls.refundDue(db, payable, paymentIntentId, rest, "refund", at)]
        : []),
      ...(beyond > 0 ? [mismatches.queued(db, { id, ...columnsOf(payable), note }, at)] : []),
    ],
  };
}

async function hasOtherOpen(db: Db, dispute: Dispute): Promise<boolean> {
  const paidFor = paidForOf(dispute);
  if (!paidFor) return false;
  const others = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(isFor(disputes, paidFor), eq(disputes.state, "open"), ne(disputes.id, dispute.id)));
  return others.length > 0;
}
