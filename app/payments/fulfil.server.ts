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
import { type Fulfilment, fulfilmentOf } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refundCalls from "#app/payments/refund-calls.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** Expanded with a session: the state of a bank payment, and Stripe's fee. */
const expand = ["payment_intent.latest_charge.balance_transaction"];

/**
 * Fulfils a Checkout Session (docs/specification.md#fulfilment): a paid session makes its order paid, exactly
 * once. The webhook, the success page and the sweep all call this function; it is safe to call it
 * concurrently and repeatedly. A session that ended unpaid is closed, so that the order can be paid with a
 * new one. Everything is read from Stripe; nothing in the request is trusted.
 * @param sessionId `cs_…`
 * @throws if Stripe or the database cannot be reached; the caller tries again
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<Fulfilment> {
  const known = await payments.findBySession(deps.db, sessionId);
  if (known) return fulfilmentOf(known);
  const session = await deps.stripe.checkout.sessions.retrieve(sessionId, { expand });
  const call = await moneyCalls.findFor(deps.db, session);
  const order = call && (await orders.find(deps.db, call.orderId));
  if (!call || !order) {
    await queueUnknown(deps, session);
    return { state: "unknown", orderId: null };
  }
  if (session.payment_status === "paid") {
    return await retryLostRaces(deps, order, async (latest) => {
      const winner = await payments.findBySession(deps.db, session.id);
      return fulfilmentOf(winner ?? (await book(deps, session, call, latest)));
    });
  }
  if (session.status === "open") return { state: "unpaid", orderId: order.id };
  if (session.status === "complete" && !hasFailed(session)) return { state: "processing", orderId: order.id };
  await retryLostRaces(deps, order, (latest) => close(deps, session, call.id, latest));
  return { state: "unpaid", orderId: order.id };
}

/**
 * Finds the payment of a payment intent. If the books do not have it yet, its session is fulfilled first.
 * @param intent `pi_…`; null finds nothing
 * @returns null if the payment is not for one of our orders
 */
export async function findPayment(deps: Deps, intent: string | null): Promise<payments.Payment | null> {
  if (!intent) return null;
  const known = await payments.findByIntent(deps.db, intent);
  if (known) return known;
  const { data } = await deps.stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  if (!data[0]) return null;
  await fulfil(deps, data[0].id);
  return await payments.findByIntent(deps.db, intent);
}

/** A payment that matches no order waits for the operator. */
async function queueUnknown({ db, clock, log }: Deps, session: Stripe.Checkout.Session): Promise<void> {
  log("warn", "unknown checkout session", { session: session.id });
  if (session.payment_status !== "paid") return;
  const paid = exactDollars(session.amount_total ?? 0);
  const note = `${paid} (${session.currency}) came in through a Checkout Session that belongs to no order of ours`;
  await mismatches.queue(db, { id: session.id, orderId: null, note }, clock.now());
}

/**
 * Runs a write on the latest state of the order. If a transition or another payment comes first, reads it
 * again and retries.
 */
async function retryLostRaces<Result>(
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
  throw new Error(`Order ${order.id} changed during every try to write its payment`);
}

/**
 * True if the bank has refused a delayed payment (from a bank account, for example). Such a session stays
 * complete and unpaid for ever.
 */
function hasFailed({ payment_intent: intent }: Stripe.Checkout.Session): boolean {
  return (
    typeof intent === "object" &&
    intent !== null &&
    (intent.status === "requires_payment_method" || intent.status === "canceled")
  );
}

/**
 * Closes the call of a session that ended unpaid. A call that is closed already is not changed, so this
 * happens once.
 */
async function close(deps: Deps, session: Stripe.Checkout.Session, callId: string, order: orders.Order) {
  const { db } = deps;
  const call = await moneyCalls.find(db, { id: callId });
  if (!call?.open) return;
  const at = deps.clock.now();
  const closed = moneyCalls.updated(db, call.id, { stripeId: session.id, open: false }, at);
  if (session.status === "complete" && isPayable(order))
    await db.batch([...orders.paymentFailed(db, order, at), closed]);
  else await closed;
}

/**
 * Books a paid session in one batch. The insert into `payments` is the claim: its unique session id lets one
 * of many concurrent calls through, and undoes the whole batch of the others (docs/architecture.md#claims).
 */
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
  const ends = { state: "confirmed", stripeId: session.id, open: false, error: null } as const;
  const confirmed = [
    moneyCalls.updated(db, call.id, ends, at),
    mismatches.explained(db, session.id, "Its order was found", at),
  ] as const;
  const known = feeOf(session.payment_intent);
  const fee = known ? [ledger.processingFee(db, order.id, known.charge, known.cents, at)] : [];
  if (outcome === "applied") {
    await db.batch([
      claim,
      ...orders.paid(db, order, at),
      ledger.payment(db, order, session.id, at),
      ...fee,
      ...confirmed,
    ]);
  } else if (outcome === "returned") {
    await db.batch([
      claim,
      ledger.unwantedPayment(db, order, session.id, cents, at),
      ...fee,
      refundCalls.refundDue(db, order.id, intent, cents, "return", at),
      outbox.mail(db, "payment_returned", order.buyerId, order.id, at),
      ...confirmed,
    ]);
  } else {
    await db.batch([claim, ...confirmed]);
    deps.log("warn", "payment mismatch", { session: session.id, order: order.id, difference });
  }
  return payment;
}

/** What differs between the session and the order, as text for the operator. @returns null if nothing does */
function differenceOf(session: Stripe.Checkout.Session, order: orders.Order): string | null {
  if (session.currency !== "usd") return `Paid in ${session.currency}, not in usd`;
  if (session.amount_total !== cashOf(order))
    return `Paid ${session.amount_total} cents, the order costs ${cashOf(order)}`;
  if (session.client_reference_id !== order.id)
    return `Paid for ${session.client_reference_id}, not for this order`;
  return null;
}
