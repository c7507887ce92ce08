import type Stripe from "stripe";
import { noSuch, refused } from "../api/failure.ts";
import type { Params } from "../api/params.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as baskets from "./basket.ts";
import { fromParams, refusalToExpire } from "./session.ts";

/** `POST /v1/checkout/sessions`: creates a session and stores its basket. */
export function create(store: Store, params: Params): Stripe.Checkout.Session {
  const session = fromParams(params, store.now(), store.pagePrefix);
  store.save("checkout.session", session);
  store.saveBasket(session.id, baskets.fromParams(params));
  return session;
}

/** @throws Failure (404) if no session has this id */
export function require(store: Store, id: string): Stripe.Checkout.Session {
  const session = store.find("checkout.session", id);
  if (!session) throw noSuch("checkout.session", id, "session");
  return session;
}

/** Expires an open session early. @throws Failure if it is not open */
export function expire(store: Store, id: string, cause: events.Cause): Stripe.Checkout.Session {
  const session = require(store, id);
  const refusal = refusalToExpire(session);
  if (refusal) throw refused(refusal);
  return end(store, session, cause);
}

/** Expires every open session that is due. */
export function expireDue(store: Store): void {
  store.transaction(() => {
    for (const session of store.due("checkout.session")) end(store, session, null);
  });
}

function end(store: Store, session: Stripe.Checkout.Session, cause: events.Cause): Stripe.Checkout.Session {
  const intent =
    typeof session.payment_intent === "string" ? store.find("payment_intent", session.payment_intent) : null;
  if (intent) {
    store.save("payment_intent", {
      ...intent,
      status: "canceled",
      canceled_at: store.now(),
      cancellation_reason: "automatic",
      next_action: null,
    });
  }
  const expired: Stripe.Checkout.Session = { ...session, status: "expired", url: null };
  store.save("checkout.session", expired);
  events.record(store, "checkout.session.expired", expired, cause);
  return expired;
}
