import { inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { newUserCredit } from "#app/ledger/credit.ts";
import { cashOf, leftOf, type Priced, type Returned } from "#app/ledger/shares.ts";
import { day } from "#app/lib/dates.ts";
import { stageOncePaid } from "#app/orders/order.ts";
import type { Order, OrderEvent } from "#app/orders/orders.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import {
  creditUses,
  ledger,
  moneyCalls,
  orderEvents,
  orderExtras,
  orders,
  payments,
} from "#drizzle/schema.ts";
import { db } from "#tests/support/visitor.ts";

/** What the books hold about an order or a registration. */
export type Booked = {
  order: Pick<Order, "id" | "paymentStatus"> & Priced & Returned & { status: string };
  rows: (typeof ledger.$inferSelect)[];
  payments: (typeof payments.$inferSelect)[];
  calls: (typeof moneyCalls.$inferSelect)[];
};
type Books = Booked & {
  order: Order;
  events: OrderEvent[];
  extras: (typeof orderExtras.$inferSelect)[];
  credit: typeof creditUses.$inferSelect | undefined;
};
/** The objects at Stripe. Each session has its payment intent and charge. */
export type AtStripe = {
  sessions: Stripe.Checkout.Session[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  transfers: Stripe.Transfer[];
};

/** Everything that the product has stored about the orders of these buyers. */
export async function booksOf(buyerIds: string[]): Promise<Books[]> {
  const ids = sql`(select id from orders where ${inArray(orders.buyerId, buyerIds)})`;
  const [all, events, rows, paid, calls, credit, extras] = await db.batch([
    db.select().from(orders).where(inArray(orders.buyerId, buyerIds)).orderBy(orders.number),
    db.select().from(orderEvents).where(sql`order_id in ${ids}`).orderBy(orderEvents.seq),
    db.select().from(ledger).where(sql`order_id in ${ids}`).orderBy(ledger.number),
    db.select().from(payments).where(sql`order_id in ${ids}`).orderBy(payments.number),
    db.select().from(moneyCalls).where(sql`order_id in ${ids}`).orderBy(moneyCalls.number),
    db.select().from(creditUses).where(sql`order_id in ${ids}`),
    db.select().from(orderExtras).where(sql`order_id in ${ids}`).orderBy(orderExtras.number),
  ]);
  return all.map((order) => {
    const of = <Row extends { orderId: string | null }>(list: Row[]) =>
      list.filter((row) => row.orderId === order.id);
    return {
      order,
      events: of(events),
      rows: of(rows),
      payments: of(paid),
      calls: of(calls),
      credit: of(credit)[0],
      extras: of(extras),
    };
  });
}

/**
 * Checks what must hold once all waiting work is done, whatever has happened.
 * @returns the first problem, as text; null if there is none
 */
export function findProblem(books: Books[], stripe: AtStripe): string | null {
  for (const [i, book] of books.entries()) {
    const problem =
      eventsProblem(book) ??
      stateProblem(book) ??
      clockProblem(book) ??
      extrasProblem(book, stripe) ??
      moneyProblem(book, stripe);
    if (problem) return `order ${i} (${book.order.id}): ${problem}`;
  }
  return creditProblem(books) ?? cardProblem(books, stripe);
}

/** Checks what must hold for the money of an order or a registration. */
export function moneyProblem(book: Booked, stripe: AtStripe): string | null {
  return paymentsProblem(book, stripe) ?? ledgerProblem(book) ?? cashProblem(book, stripe);
}

/** True if a session at Stripe is for this order or registration. */
function isOf({ metadata }: Stripe.Checkout.Session, { id }: { id: string }): boolean {
  return metadata?.order === id || metadata?.registration === id;
}

function eventsProblem({ order, events }: Books): string | null {
  const numbers = events.map(({ seq }) => seq);
  const expected = events.map((_, i) => i + 1);
  if (String(numbers) !== String(expected) || order.version !== events.length)
    return `its events are numbered ${numbers}, and it is version ${order.version}`;
  return null;
}

/** The state of an order, as implied by its events. */
export function stateFrom({ order, events }: Pick<Books, "order" | "events">) {
  const state = {
    status: "pending",
    payment: "pending",
    stage: "awaiting_payment",
    hold: "none",
    revisions: 0,
  };
  let left = order.priceCents;
  let open = 0;
  let requestHold = "none";
  for (const { kind, cents, actorId } of events) {
    const end = { stage: "closed", hold: open > 0 ? "dispute" : "none" };
    if (kind === "paid") Object.assign(state, { payment: "paid", stage: stageOncePaid(order.questions) });
    if (kind === "payment_failed") state.payment = "failed";
    if (kind === "answered" && state.stage === "awaiting_requirements") state.stage = "ready";
    if (kind === "started") Object.assign(state, { status: "in progress", stage: "working" });
    if (kind === "delivered") state.stage = "delivered";
    if (kind === "revision_requested")
      Object.assign(state, { stage: "in_revision", revisions: state.revisions + 1 });
    if (kind === "completed") Object.assign(state, { ...end, status: "completed" });
    if (kind === "cancelled" || kind === "declined") Object.assign(state, { ...end, status: "cancelled" });
    if (kind === "cancellation_requested") state.hold = "cancellation";
    if (kind === "refund_requested") state.hold = "refund";
    if (["cancellation_declined", "refund_declined", "refund_withdrawn"].includes(kind)) state.hold = "none";
    if (["refund_granted", "cancelled", "declined"].includes(kind)) left -= cents ?? 0;
    if (kind === "refund_granted" && (state.hold === "refund" || left === 0) && state.hold !== "dispute")
      state.hold = "none";
    if (kind === "refund_granted" && (left === 0 || actorId === order.sellerId)) state.stage = "closed";
    if (kind === "disputed") open++;
    if (kind === "dispute_won" || kind === "dispute_lost") open--;
    if (kind === "disputed" && state.hold !== "dispute") requestHold = state.hold;
    if (kind === "dispute_lost") {
      // A refund goes to the card first. A dispute over all that is left there takes the credit, too.
      const leftOnCard = Math.max(0, left - order.creditCents);
      left = (cents ?? 0) >= leftOnCard ? 0 : left - (cents ?? 0);
      if (left === 0) state.stage = "closed";
    }
    // The request before the dispute is open again, if it can still be answered.
    const answerable =
      state.status === "in progress" || (state.status === "completed" && requestHold === "refund");
    const isOver = left === 0;
    if (kind.startsWith("dispute"))
      state.hold = open > 0 ? "dispute" : answerable && !isOver ? requestHold : "none";
  }
  return state;
}

function stateProblem(books: Books): string | null {
  const { order } = books;
  const state = stateFrom(books);
  for (const name of ["status", "stage", "hold"] as const) {
    if (order[name] !== state[name]) return `its ${name} is ${order[name]}, its events say ${state[name]}`;
  }
  if (order.revisionsUsed !== state.revisions) return "its revisions are not those of its events";
  if (order.revisions !== -1 && state.revisions > order.revisions)
    return `${state.revisions} revisions were made of ${order.revisions}`;
  if (
    state.payment !== order.paymentStatus &&
    !(state.payment === "paid" && order.paymentStatus === "refunded")
  )
    return `its payment is ${order.paymentStatus}, its events say ${state.payment}`;
  return null;
}

/** Each extra was added once, with its payment, before anything was delivered or refunded. */
function extrasProblem(
  { order, events, extras, payments }: Books,
  { refunds, disputes }: AtStripe,
): string | null {
  const added = extras.filter(({ state }) => state === "added");
  const told = events.filter(({ kind }) => kind === "extra_added");
  const sumOf = (prices: number[]) => prices.reduce((sum, cents) => sum + cents, 0);
  if (added.length !== told.length) return `${added.length} extras were added, its events say ${told.length}`;
  const lines = order.lines ?? [];
  const listed = sumOf(lines.map(({ priceCents, quantity }) => priceCents * quantity));
  if (order.lines && listed !== order.priceCents)
    return `its lines add up to ${listed} cents of ${order.priceCents}`;
  const ends = ["delivered", "refund_granted", "cancelled", "declined", "completed", "dispute_lost"];
  const end = events.findIndex(({ kind }) => ends.includes(kind));
  if (end >= 0 && events.slice(end).some(({ kind }) => kind === "extra_added"))
    return `an extra was added after it was ${events[end]?.kind}`;
  for (const { id, title, refundedCents } of added) {
    const applied = payments.filter((one) => one.extraId === id && one.outcome === "applied");
    if (applied.length !== 1) return `${applied.length} payments were applied to ${title}`;
    const intent = applied[0]?.paymentIntentId;
    const back = refunds.filter((one) => one.payment_intent === intent && one.status === "succeeded");
    const lost = disputes.filter((one) => one.payment_intent === intent && one.status === "lost");
    const gone = sumOf([...back, ...lost].map(({ amount }) => amount));
    if (gone > refundedCents && lost.length === 0)
      return `${gone} cents of ${title} went back, and ${refundedCents} were decided`;
  }
  return null;
}

/** The due date and the open request for more time, as implied by the events. */
function clockProblem({ order, events }: Books): string | null {
  let due: number | null = null;
  let stopped: number | null = null;
  let asked: number | null = null;
  let firstDue: number | null = null;
  let isRunning = false;
  const addedAfter = (index: number) =>
    events.slice(index).reduce((sum, { kind, days }) => sum + (kind === "extra_added" ? (days ?? 0) : 0), 0);
  for (const [index, { kind, at, days, dueAt }] of events.entries()) {
    if ((dueAt ?? null) !== (isRunning ? due : null))
      return `its event ${index + 1} says that it was due ${dueAt}`;
    if (kind === "time_allowed" && days !== asked) return `${days} days were allowed, and ${asked} asked for`;
    // The order has the days of all extras, including those that were added later.
    if (kind === "started") due = at + (order.deliveryDays - addedAfter(index)) * day;
    if (kind === "extra_added" && due !== null) due += (days ?? 0) * day;
    if (kind === "revision_requested") due = Math.max(due ?? 0, (stopped ?? at) + day);
    if (kind === "time_allowed") due = Math.max((due ?? 0) + (days ?? 0) * day, at + day);
    if (kind === "time_requested") asked = days ?? null;
    if (kind === "time_allowed" || kind === "date_kept") asked = null;
    if (kind === "delivered") firstDue ??= (due ?? 0) + (at - (stopped ?? at));
    const { status, stage, hold } = stateFrom({ order, events: events.slice(0, index + 1) });
    const runs =
      status === "in progress" && (stage === "working" || stage === "in_revision") && hold === "none";
    if (isRunning && !runs) [stopped, asked] = [at, null];
    if (!isRunning && runs && due !== null && stopped !== null) [due, stopped] = [due + (at - stopped), null];
    isRunning = runs;
  }
  if (order.deliveryDate !== due) return `it is due ${order.deliveryDate}, its events say ${due}`;
  if (order.firstDueAt !== firstDue)
    return `it was first due ${order.firstDueAt}, its events say ${firstDue}`;
  return order.askedDays === asked
    ? null
    : `${order.askedDays} more days are asked for, its events say ${asked}`;
}

function paymentsProblem({ order, payments, calls }: Booked, { sessions, refunds }: AtStripe): string | null {
  const applied = payments.filter(({ outcome }) => outcome === "applied");
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "refunded";
  const own = applied.filter(({ extraId }) => extraId === null);
  if (own.length !== (isPaid ? 1 : 0))
    return `it is ${order.paymentStatus}, and ${own.length} payments of it were applied`;
  if (isPaid && applied.reduce((sum, { amountCents }) => sum + amountCents, 0) !== cashOf(order))
    return `its payments do not add up to ${cashOf(order)} cents`;
  for (const session of sessions.filter((one) => isOf(one, order))) {
    const payment = payments.find(({ checkoutSessionId }) => checkoutSessionId === session.id);
    if ((session.payment_status === "paid") !== (payment !== undefined))
      return `session ${session.id} is ${session.payment_status}, and ${payment ? "booked" : "not booked"}`;
    if (payment?.outcome === "mismatch") return `session ${session.id} does not agree: ${payment.note}`;
    const returns = calls.filter(
      ({ params }) => JSON.parse(params).payment_intent === idIn(session.payment_intent),
    );
    const isReturned = payment?.outcome === "returned" || payment?.outcome === "credit_refused";
    if (isReturned && returns.length !== 1) return `the money of session ${session.id} was kept`;
  }
  const isPending = (id: string) =>
    refunds.some((one) => one.metadata?.call === id && one.status === "pending");
  const refused = calls.find(
    ({ kind, state, stripeId, refusedAt }) =>
      kind === "refund" && state === "failed" && stripeId === null && refusedAt === null,
  );
  if (refused) return `a refund is still refused daily: ${refused.error}`;
  const waiting = calls.find(
    ({ id, kind, state, open }) =>
      open || (kind === "refund" && (state === "due" || (state === "sent" && !isPending(id)))),
  );
  return waiting ? `a ${waiting.kind} is still ${waiting.state}, open ${waiting.open}` : null;
}

function sumOf(rows: { amountCents: number }[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function ledgerProblem({ order, rows, calls }: Booked): string | null {
  for (const [transaction, entries] of Map.groupBy(rows, (row) => row.transaction)) {
    if (sumOf(entries) !== 0) return `${transaction} sums to ${sumOf(entries)}`;
  }
  const on = (account: string) => sumOf(rows.filter((row) => row.account === account));
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "refunded";
  const left = isPaid ? leftOf(order) : 0;
  if (order.status === "cancelled" && left > 0) return `it is cancelled, and ${left} cents were kept`;
  // What the seller has received: cash, and the debts that were paid with it, minus what is owed back.
  const sent = -sumOf(
    rows.filter((row) => row.account === "cash" && /^(transferred|reversed):/.test(row.transaction)),
  );
  // What the platform has paid in the seller's place.
  const given = on("goodwill") + on("write_offs");
  const sellers =
    sent - on("bank") - on("seller_payable") - on("seller_debts") - on("offsets") - on("transfers");
  if (sellers - on("platform_revenue") !== left + given)
    return `seller and platform have ${sellers - on("platform_revenue")} cents of ${left + given}`;
  const credit = isPaid ? order.creditCents - order.refundedCreditCents : 0;
  if (on("promotions") !== credit) return `promotions are ${on("promotions")} cents of ${credit}`;
  // Refunds that Stripe has not confirmed, or that failed, are still owed.
  const waiting = calls.filter(({ kind, state }) => kind === "refund" && state !== "confirmed");
  const params = waiting.map(({ params }) => JSON.parse(params));
  const owed = params.reduce((sum, { amount }) => sum + amount, 0);
  if (-on("refunds") !== owed) return `${-on("refunds")} cents are owed, ${owed} are on their way`;
  // A refund of a payment that the order could not accept does not count here.
  const isOver = isPaid && left === 0 && params.every(({ metadata }) => metadata.reason === "return");
  if (isOver !== (order.paymentStatus === "refunded"))
    return `it is ${order.paymentStatus}, with ${left} cents left and ${owed} on their way`;
  return null;
}

/** The cash in the books must equal the money at Stripe. */
function cashProblem({ order, rows, payments }: Booked, stripe: AtStripe): string | null {
  const paid = stripe.sessions.filter((session) => isOf(session, order) && session.payment_status === "paid");
  let cents = 0;
  for (const { id, payment_intent, amount_total: amount } of paid) {
    const intent = idIn(payment_intent);
    const back = stripe.refunds.filter((one) => one.payment_intent === intent && one.status === "succeeded");
    const refunded = back.reduce((sum, one) => sum + one.amount, 0);
    // A dispute over a payment that the order has not accepted is a mismatch for the operator. The books do
    // not contain it.
    const isTaken = payments.some(
      ({ checkoutSessionId, outcome }) => checkoutSessionId === id && outcome === "applied",
    );
    const lost = stripe.disputes.filter(
      (one) => isTaken && one.payment_intent === intent && one.status !== "won",
    );
    if (refunded > (amount ?? 0))
      return `${refunded} cents of session ${id} went back, and ${amount} came in`;
    cents += (amount ?? 0) - refunded - lost.reduce((sum, one) => sum + one.amount, 0);
  }
  const transfers = stripe.transfers.filter((one) => one.transfer_group === order.id);
  for (const { amount, amount_reversed: back } of transfers) cents -= amount - back;
  const fees = rows.filter(({ account }) => account === "cash" || account === "stripe_fees");
  if (sumOf(fees) !== cents) return `the books have ${sumOf(fees)} cents of cash, Stripe has ${cents}`;
  return null;
}

function creditProblem(books: Books[]): string | null {
  const uses = books.flatMap(({ order, credit }) => (credit ? [{ order, ...credit }] : []));
  for (const { order, cents, state, returnedCents } of uses) {
    const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "refunded";
    const isOpen = !isPaid && order.status !== "cancelled";
    const wanted = isOpen
      ? "reserved"
      : !isPaid
        ? "released"
        : order.refundedCreditCents > 0
          ? "returned"
          : "spent";
    // A card that had used the credit of another account was refused, and the order lost its credit.
    const isRefused = state === "released" && order.creditCents === 0;
    if (isRefused) continue;
    if (state !== wanted || cents !== order.creditCents || returnedCents !== order.refundedCreditCents)
      return `the credit of order ${order.id} is ${state} with ${cents} cents, ${returnedCents} returned; it should be ${wanted}`;
  }
  for (const { order, credit, events } of books) {
    const isRefused = events.some(({ kind }) => kind === "credit_refused");
    if (isRefused !== (order.creditCents === 0 && credit !== undefined))
      return `order ${order.id} has ${order.creditCents} cents of credit, and was ${isRefused ? "" : "not "}refused`;
    if (order.creditCents > 0 && !credit) return `order ${order.id} uses credit without a row`;
    if (order.creditCents + cashOf(order) !== order.priceCents)
      return `order ${order.id} has amounts that do not add up`;
  }
  for (const [buyer, theirs] of Map.groupBy(uses, ({ userId }) => userId)) {
    const spent = theirs.reduce(
      (sum, { cents, state, returnedCents }) => sum + (state === "released" ? 0 : cents - returnedCents),
      0,
    );
    const live = theirs.filter(({ state }) => state === "reserved");
    if (spent > newUserCredit.cents || live.length > 1)
      return `buyer ${buyer} has used ${spent} cents in ${live.length} orders`;
  }
  return null;
}

/** A card uses the credit of one account only, and a payment is refused for no other reason. */
function cardProblem(books: Books[], { sessions }: AtStripe): string | null {
  const paid = books.flatMap(({ order, payments }) =>
    payments.map(({ checkoutSessionId, outcome, extraId }) => {
      const session = sessions.find(({ id }) => id === checkoutSessionId);
      const isUsed = outcome === "applied" && extraId === null && order.creditCents > 0;
      return { buyer: order.buyerId, card: session && fingerprintOf(session), outcome, isUsed };
    }),
  );
  for (const [card, theirs] of Map.groupBy(paid, (payment) => payment.card)) {
    const users = new Set(theirs.filter(({ isUsed }) => isUsed).map(({ buyer }) => buyer));
    if (card && users.size > 1) return `the card ${card} has used the credit of ${users.size} accounts`;
    const refused = theirs.find(({ outcome }) => outcome === "credit_refused");
    if (refused && (!card || users.size === 0 || users.has(refused.buyer)))
      return `the card ${card} was refused, and has used the credit of ${[...users].join() || "no account"}`;
  }
  return null;
}

/** Stripe's fingerprint of the card that paid a session; undefined if it was not a card. */
function fingerprintOf({ payment_intent: intent }: Stripe.Checkout.Session): string | undefined {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object"
    ? (charge?.payment_method_details?.card?.fingerprint ?? undefined)
    : undefined;
}
