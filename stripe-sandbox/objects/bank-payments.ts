import type Stripe from "stripe";
import { refused } from "../api/failure.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as balance from "./balance.ts";
import { bankDeclined, fromIntent, settled } from "./charge.ts";
import { intentOf } from "./payments.ts";
import { customerDetails } from "./session.ts";

/**
 * Pays an open session from a bank account, a payment method with delayed notification: the session is
 * complete immediately, and is paid when `settle` reports success. A session that is not open does not
 * change.
 * @returns the session afterwards
 */
export function begin(
  store: Store,
  session: Stripe.Checkout.Session,
  email: string | null,
): Stripe.Checkout.Session {
  if (session.status !== "open") return session;
  const details = email === null ? session.customer_details : customerDetails(email);
  const intent = intentOf(store, session);
  const charge = fromIntent(intent, { ...session, customer_details: details }, null, store.now());
  const processing: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: charge.payment_method,
    status: "processing",
  };
  const completed: Stripe.Checkout.Session = {
    ...session,
    customer_details: details,
    payment_intent: intent.id,
    status: "complete",
    url: null,
  };
  store.save("charge", charge);
  store.save("payment_intent", processing);
  store.save("checkout.session", completed);
  events.record(store, "charge.pending", charge, null);
  events.record(store, "payment_intent.processing", processing, null);
  events.record(store, "checkout.session.completed", completed, null);
  return completed;
}

/** Records the bank's answer. @throws Failure if no bank payment of the session is in progress */
export function settle(
  store: Store,
  session: Stripe.Checkout.Session,
  outcome: "succeeded" | "failed",
): Stripe.Checkout.Session {
  const intent = store.find("payment_intent", String(session.payment_intent));
  const pending = store.find("charge", String(intent?.latest_charge));
  if (intent?.status !== "processing" || !pending)
    throw refused(`The payment of the Checkout Session ${session.id} is not being processed.`);
  const charge = settled(pending, outcome);
  store.save("charge", charge);
  if (outcome === "succeeded") {
    balance.bookCharge(store, charge);
    const paid: Stripe.PaymentIntent = { ...intent, amount_received: intent.amount, status: "succeeded" };
    const paidSession: Stripe.Checkout.Session = { ...session, payment_status: "paid" };
    store.save("payment_intent", paid);
    store.save("checkout.session", paidSession);
    events.record(store, "charge.succeeded", charge, null);
    events.record(store, "payment_intent.succeeded", paid, null);
    events.record(store, "checkout.session.async_payment_succeeded", paidSession, null);
    return paidSession;
  }
  const failed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: bankDeclined,
    payment_method: null,
    status: "requires_payment_method",
  };
  store.save("payment_intent", failed);
  events.record(store, "charge.failed", charge, null);
  events.record(store, "payment_intent.payment_failed", failed, null);
  events.record(store, "checkout.session.async_payment_failed", session, null);
  return session;
}
