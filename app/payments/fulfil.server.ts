import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { cashOf } from "#app/ledger/shares.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { exactDollars } from "#app/lib/money.ts";
import { isPayable } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { feeOf } from "#app/payments/fees.server.ts";
import * as mismatches from "#app/payments/mismatches.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { asFulfilment, type Fulfilment } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** What Stripe is asked for with a session: whether the bank has answered, and what Stripe kept of it. */
const whole = ["payment_intent.latest_charge.balance_transaction"];

/**
 * Turns a paid session into a paid order, once, however often and from however many sides it is called (docs/specification.md#fulfilment):
 * webhook, success page, sweep. A session that is over unpaid is closed, so that the order can be paid anew. Stripe is asked; nothing in
 * the request is believed.
 * @param sessionId `cs_…`
 * @throws when Stripe or the database cannot be reached; the caller tries again
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<Fulfilment> {
  const known = await payments.findBySession(deps.db, sessionId);
  if (known) return asFulfilment(known);
  const session = await deps.stripe.checkout.sessions.retrieve(sessionId, { expand: whole });
  const call = await callOf(deps, session);
  const order = call && (await orders.find(deps.db, call.orderId));
  if (!call || !order) {
    await queue(deps, session);
    return { state: "unknown", orderId: null };
  }
  if (session.payment_status === "paid") {
    return await tried(deps, order, async (now) => {
      const winner = await payments.findBySession(deps.db, session.id);
      return asFulfilment(winner ?? (await book(deps, session, call, now)));
    });
  }
  if (session.status === "open") return { state: "unpaid", orderId: order.id };
  if (session.status === "complete" && !hasFailed(session)) return { state: "processing", orderId: order.id };
  await tried(deps, order, (now) => close(deps, session, call.id, now));
  return { state: "unpaid", orderId: order.id };
}

/** What came in through a payment intent, found at Stripe where our books do not know it yet; null: nothing of ours. */
export async function paymentOf(deps: Deps, intent: string | null): Promise<payments.Payment | null> {
  if (!intent) return null;
  const known = await payments.findByIntent(deps.db, intent);
  if (known) return known;
  const { data } = await deps.stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  if (!data[0]) return null;
  await fulfil(deps, data[0].id);
  return await payments.findByIntent(deps.db, intent);
}

/** The row of the call that made a session, also when its answer never reached us. */
async function callOf(deps: Deps, session: Stripe.Checkout.Session): Promise<moneyCalls.MoneyCall | null> {
  const byAnswer = await moneyCalls.find(deps.db, { stripeId: session.id });
  if (byAnswer) return byAnswer;
  const id = session.metadata?.call;
  return id ? await moneyCalls.find(deps.db, { id }) : null;
}

/** Money of nobody waits for the operator. */
async function queue({ db, clock, log }: Deps, session: Stripe.Checkout.Session): Promise<void> {
  log("warn", "session of nobody", { session: session.id });
  if (session.payment_status !== "paid") return;
  const paid = exactDollars(session.amount_total ?? 0);
  const note = `${paid} (${session.currency}) came in through a Checkout Session that belongs to no order of ours`;
  await mismatches.note(db, { id: session.id, orderId: null, note }, clock.now());
}

/** Writes on the order as it is; where a move or another payment came first, looks again and decides anew. */
async function tried<Result>(
  { db }: Deps,
  first: orders.Order,
  write: (order: orders.Order) => Promise<Result>,
): Promise<Result> {
  let order = first;
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await write(order);
    } catch (error) {
      if (!orders.isLostRace(error) && !brokeUnique(error, "payments")) throw error;
      order = (await orders.find(db, order.id)) ?? order;
    }
  }
  throw new Error(`Order ${order.id} found no quiet moment`);
}

/** A delayed payment (from a bank account, say) that the bank has refused: its session stays complete and unpaid for ever. */
function hasFailed({ payment_intent: intent }: Stripe.Checkout.Session): boolean {
  return (
    typeof intent === "object" &&
    intent !== null &&
    (intent.status === "requires_payment_method" || intent.status === "canceled")
  );
}

/** A session that is over unpaid. Once, because the call is closed with what it says. */
async function close(deps: Deps, session: Stripe.Checkout.Session, callId: string, order: orders.Order) {
  const { db } = deps;
  const call = await moneyCalls.find(db, { id: callId });
  if (!call?.open) return;
  const at = deps.clock.now();
  const closed = moneyCalls.settle(db, call.id, { stripeId: session.id, open: false }, at);
  if (session.status === "complete" && isPayable(order))
    await db.batch([...orders.paymentFailed(db, order, at), closed]);
  else await closed;
}

/** One batch: the claim, the order, the ledger, the call, the mails. */
async function book(
  deps: Deps,
  session: Stripe.Checkout.Session,
  call: moneyCalls.MoneyCall,
  order: orders.Order,
) {
  const { db } = deps;
  const at = deps.clock.now();
  const cents = session.amount_total ?? 0;
  const intent = idIn(session.payment_intent);
  const difference = differenceOf(session, order);
  const outcome = difference ? "mismatch" : isPayable(order) ? "applied" : "returned";
  const payment = {
    id: crypto.randomUUID(),
    checkoutSessionId: session.id,
    paymentIntentId: intent,
    orderId: order.id,
    amountCents: cents,
    currency: session.currency ?? "",
    outcome,
    note: difference,
    at,
  };
  const claim = payments.insert(db, payment);
  const settled = moneyCalls.settle(
    db,
    call.id,
    { state: "confirmed", stripeId: session.id, open: false, error: null },
    at,
  );
  const kept = feeOf(session.payment_intent);
  const fee = kept ? [ledger.processingFee(db, order.id, kept.charge, kept.cents, at)] : [];
  if (outcome === "applied") {
    await db.batch([
      claim,
      ...orders.paid(db, order, at),
      ledger.payment(db, order, session.id, at),
      ...fee,
      settled,
    ]);
  } else if (outcome === "returned") {
    await db.batch([
      claim,
      ledger.unwantedPayment(db, order, session.id, cents, at),
      ...fee,
      moneyCalls.refundDue(db, order.id, intent, cents, "return", at),
      outbox.mail(db, "payment_returned", order.buyerId, order.id, at),
      settled,
    ]);
  } else {
    await db.batch([claim, settled]);
    deps.log("warn", "payment mismatch", { session: session.id, order: order.id, difference });
  }
  return payment;
}

/** What does not agree between Stripe and the order, in words for the operator; null when all does. */
function differenceOf(session: Stripe.Checkout.Session, order: orders.Order): string | null {
  if (session.currency !== "usd") return `Paid in ${session.currency}, not in usd`;
  if (session.amount_total !== cashOf(order))
    return `Paid ${session.amount_total} cents, the order costs ${cashOf(order)}`;
  if (session.client_reference_id !== order.id)
    return `Paid for ${session.client_reference_id}, not for this order`;
  return null;
}
