import type Stripe from "stripe";
import { refused } from "../api/failure.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import { bankDeclined, fromIntent, settled } from "./charge.ts";
import { intentOf } from "./payments.ts";
import { customerDetails } from "./session.ts";

/**
 * Pays an open session from a bank account, Stripe's delayed notification: the session is complete at once, and paid only when
 * `settle` says so. What is not open is not paid. @returns the session as it is then
 */
export function begin(
  store: Store,
  session: Stripe.Checkout.Session,
  email: string | null,
): Stripe.Checkout.Session {
  if (session.status !== "open") return session;
  const details = email === null ? session.customer_details : customerDetails(email);
  const intent = intentOf(store, session);
  const charge = fromIntent(intent, null, details?.email ?? null, store.now());
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
  store.keep("charge", charge);
  store.keep("payment_intent", processing);
  store.keep("checkout.session", completed);
  events.record(store, "charge.pending", charge, null);
  events.record(store, "payment_intent.processing", processing, null);
  events.record(store, "checkout.session.completed", completed, null);
  return completed;
}

/** The bank has answered. @throws when the session waits for no bank */
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
  store.keep("charge", charge);
  if (outcome === "succeeded") {
    const paid: Stripe.PaymentIntent = { ...intent, amount_received: intent.amount, status: "succeeded" };
    const done: Stripe.Checkout.Session = { ...session, payment_status: "paid" };
    store.keep("payment_intent", paid);
    store.keep("checkout.session", done);
    events.record(store, "charge.succeeded", charge, null);
    events.record(store, "payment_intent.succeeded", paid, null);
    events.record(store, "checkout.session.async_payment_succeeded", done, null);
    return done;
  }
  const failed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: bankDeclined,
    payment_method: null,
    status: "requires_payment_method",
  };
  store.keep("payment_intent", failed);
  events.record(store, "charge.failed", charge, null);
  events.record(store, "payment_intent.payment_failed", failed, null);
  events.record(store, "checkout.session.async_payment_failed", session, null);
  return session;
}
