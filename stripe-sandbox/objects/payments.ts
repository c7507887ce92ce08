import type Stripe from "stripe";
import type { FailureBody } from "../api/failure.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as balance from "./balance.ts";
import type { Card } from "./card.ts";
import * as charges from "./charge.ts";
import * as disputes from "./dispute-lifecycle.ts";
import * as intents from "./payment-intent.ts";
import { customerDetails } from "./session.ts";

export const declined: FailureBody = {
  type: "card_error",
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};

const notAuthenticated: FailureBody = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** The outcome of a payment attempt; `closed` if the session was no longer open. */
export type Outcome = "paid" | "closed" | "authenticate" | { failure: FailureBody };

/**
 * Tries to pay an open session with a card. A session that is not open does not change.
 * @param authenticated the outcome of the authentication; null before it. Only cards that require it use it.
 */
export function attempt(
  store: Store,
  session: Stripe.Checkout.Session,
  card: Card,
  email: string | null,
  authenticated: boolean | null,
): Outcome {
  if (session.status !== "open") return "closed";
  const intent = intentOf(store, session);
  const attempted: Stripe.Checkout.Session = {
    ...session,
    payment_intent: intent.id,
    customer_details: email === null ? session.customer_details : customerDetails(email),
  };
  if (card.verdict === "declined") return fail(store, attempted, intent, declined);
  if (card.verdict === "authenticate" && authenticated === false)
    return fail(store, attempted, intent, notAuthenticated);
  if (card.verdict === "authenticate" && authenticated === null) {
    const page = { url: session.url, return_url: session.success_url };
    store.save("payment_intent", {
      ...intent,
      status: "requires_action",
      last_payment_error: null,
      next_action: { type: "redirect_to_url", redirect_to_url: page },
    });
    store.save("checkout.session", attempted);
    return "authenticate";
  }
  succeed(store, attempted, intent, card);
  return "paid";
}

/**
 * The intent of a session: the stored one, or a new one before the first payment attempt. The caller saves
 * it.
 */
export function intentOf(store: Store, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const stored =
    typeof session.payment_intent === "string" ? store.find("payment_intent", session.payment_intent) : null;
  return stored ?? intents.fromSession(session, store.basket(session.id), store.now());
}

function fail(
  store: Store,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  failure: FailureBody,
): Outcome {
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    last_payment_error: failure,
    next_action: null,
  };
  store.save("payment_intent", failed);
  store.save("checkout.session", session);
  events.record(store, "payment_intent.payment_failed", failed, null);
  return { failure };
}

function succeed(
  store: Store,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  card: Card,
): void {
  const charge = charges.fromIntent(intent, session, card, store.now());
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: charge.payment_method,
    status: "succeeded",
  };
  const completed: Stripe.Checkout.Session = {
    ...session,
    payment_status: "paid",
    status: "complete",
    url: null,
  };
  store.save("charge", charge);
  balance.bookCharge(store, charge);
  store.save("payment_intent", paid);
  store.save("checkout.session", completed);
  events.record(store, "charge.succeeded", charge, null);
  events.record(store, "payment_intent.succeeded", paid, null);
  events.record(store, "checkout.session.completed", completed, null);
  if (card.verdict === "disputed") disputes.open(store, charge);
}
