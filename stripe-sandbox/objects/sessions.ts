import type Stripe from "stripe";
import { noSuch, refused } from "../api/failure.ts";
import type { Params } from "../api/params.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as baskets from "./basket.ts";
import { fromParams, refusalToExpire } from "./session.ts";

/** `POST /v1/checkout/sessions`. */
export function create(store: Store, params: Params): Stripe.Checkout.Session {
  const session = fromParams(params, store.now(), store.pagePrefix);
  store.keep("checkout.session", session);
  store.keepBasket(session.id, baskets.fromParams(params));
  return session;
}

/** The session; throws Stripe's 404 when there is none. */
export function require(store: Store, id: string): Stripe.Checkout.Session {
  const session = store.find("checkout.session", id);
  if (!session) throw noSuch("checkout.session", id, "session");
  return session;
}

/** Ends an open session before its time; throws Stripe's refusal when it is not open. */
export function expire(store: Store, id: string, cause: events.Cause): Stripe.Checkout.Session {
  const session = require(store, id);
  const refusal = refusalToExpire(session);
  if (refusal) throw refused(refusal);
  return end(store, session, cause);
}

/** Ends every open session whose time has come. */
export function expireDue(store: Store): void {
  store.together(() => {
    for (const session of store.due("checkout.session")) end(store, session, null);
  });
}

function end(store: Store, session: Stripe.Checkout.Session, cause: events.Cause): Stripe.Checkout.Session {
  const intent =
    typeof session.payment_intent === "string" ? store.find("payment_intent", session.payment_intent) : null;
  if (intent) {
    store.keep("payment_intent", {
      ...intent,
      status: "canceled",
      canceled_at: store.now(),
      cancellation_reason: "automatic",
      next_action: null,
    });
  }
  const expired: Stripe.Checkout.Session = { ...session, status: "expired", url: null };
  store.keep("checkout.session", expired);
  events.record(store, "checkout.session.expired", expired, cause);
  return expired;
}
