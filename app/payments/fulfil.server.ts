import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { cashOf } from "#app/ledger/shares.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { asFulfilment, type Fulfilment } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/**
 * Turns a paid session into a paid order, once, however often and from however many sides it is called (product.md section 3):
 * webhook, success page, sweep. Stripe is asked; nothing in the request is believed.
 * @param sessionId `cs_…`
 * @throws when Stripe or the database cannot be reached; the caller tries again
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<Fulfilment> {
  const known = await payments.findBySession(deps.db, sessionId);
  if (known) return asFulfilment(known);
  const session = await deps.stripe.checkout.sessions.retrieve(sessionId);
  const call = await callOf(deps, session);
  const order = call && (await orders.find(deps.db, call.orderId));
  if (!call || !order) {
    deps.log("warn", "session of nobody", { session: sessionId });
    return { state: "unknown", orderId: null };
  }
  if (session.payment_status !== "paid") {
    return { state: session.status === "complete" ? "processing" : "unpaid", orderId: order.id };
  }
  return await apply(deps, session, call, order);
}

/** The row of the call that made a session, also when its answer never reached us. */
async function callOf(deps: Deps, session: Stripe.Checkout.Session): Promise<moneyCalls.MoneyCall | null> {
  const byAnswer = await moneyCalls.find(deps.db, { stripeId: session.id });
  if (byAnswer) return byAnswer;
  const id = session.metadata?.call;
  return id ? await moneyCalls.find(deps.db, { id }) : null;
}

async function apply(
  deps: Deps,
  session: Stripe.Checkout.Session,
  call: moneyCalls.MoneyCall,
  first: orders.Order,
): Promise<Fulfilment> {
  let order = first;
  for (let tries = 0; tries < 5; tries++) {
    try {
      return asFulfilment(await book(deps, session, call, order));
    } catch (error) {
      if (brokeUnique(error, "payments.checkout_session_id")) {
        const winner = await payments.findBySession(deps.db, session.id);
        if (winner) return asFulfilment(winner);
      } else if (!orders.isLostRace(error) && !brokeUnique(error, "payments.order_id")) {
        throw error;
      }
      // A move or another payment came first: look again and decide anew.
      order = (await orders.find(deps.db, order.id)) ?? order;
    }
  }
  throw new Error(`Session ${session.id} found no quiet moment`);
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
  const intent =
    typeof session.payment_intent === "string"
      ? session.payment_intent
      : (session.payment_intent?.id ?? null);
  const difference = differenceOf(session, order);
  const outcome = difference ? "mismatch" : orderTakes(order) ? "applied" : "returned";
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
  if (outcome === "applied") {
    await db.batch([
      claim,
      ...orders.paid(db, order, at),
      ledger.payment(db, order, session.id, at),
      settled,
    ]);
  } else if (outcome === "returned") {
    await db.batch([
      claim,
      ledger.unwantedPayment(db, order, session.id, cents, at),
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

function orderTakes(order: orders.Order): boolean {
  return (
    order.status !== "cancelled" && (order.paymentStatus === "pending" || order.paymentStatus === "failed")
  );
}
