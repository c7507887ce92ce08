import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { descriptionOf } from "#app/orders/order-description.ts";
import * as orders from "#app/orders/orders.server.ts";
import { receiptOf } from "#app/orders/receipt.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import type { Checkout } from "#app/payments/payment.ts";
import { errorText, inUse, refused, verdictOf } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "requestId">;

/** Nobody who presses a button waits longer for Stripe, whose calls each have a bound of their own. In ms. */
const patience = 12_000;

/**
 * Opens the payment of an order, or finds the one that is open (docs/specification.md#complete-payment): a paid session is
 * fulfilled, an open one is used again, an expired one is followed by a new one for the same price.
 * @param origin where the product answers this buyer
 * @returns after twelve seconds at most
 */
export async function open(
  deps: Deps,
  order: orders.Order,
  email: string,
  origin: string,
): Promise<Checkout> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Checkout>((resolve) => {
    timer = setTimeout(() => {
      deps.log("warn", "checkout took too long", { order: order.id });
      resolve({ failed: `${unreached} (${short(deps)})` });
    }, patience);
  });
  // What is cut off here is found by the next press, or by the sweep.
  const answer = await Promise.race([find(deps, order, email, origin), late]);
  clearTimeout(timer);
  return answer;
}

/** The card page, however many calls it takes. */
async function find(deps: Deps, order: orders.Order, email: string, origin: string): Promise<Checkout> {
  try {
    for (let tries = 0; tries < 4; tries++) {
      const call =
        (await moneyCalls.findOpenCheckout(deps.db, order.id)) ?? (await begin(deps, order, email, origin));
      if (call === "not payable") return { nothingDue: true };
      // Another tab began first: its session is the one.
      const answer = call === "another began" ? null : await ask(deps, call);
      if (answer) return answer;
    }
    return { failed: `Please try again in a moment. (${short(deps)})` };
  } catch (error) {
    deps.log("error", "checkout failed", { order: order.id, error: errorStack(error) });
    return { failed: null };
  }
}

const unreached = "The payment page cannot be reached. If you have paid, do not pay again: we look it up.";

/** What Stripe says of a call's session; null: look again. */
async function ask(deps: Deps, call: moneyCalls.MoneyCall): Promise<Checkout | null> {
  try {
    const session = await sessionOf(deps, call);
    if (session?.status === "open" && session.url) return { url: session.url };
    if (session?.status === "complete") {
      const { state } = await fulfil(deps, session.id);
      // A bank that has refused in the end: the order can be paid anew.
      if (state === "unpaid") return null;
      return state === "processing" ? { processing: true } : { nothingDue: true };
    }
    await moneyCalls.settle(deps.db, call.id, { open: false }, deps.clock.now());
    return null;
  } catch (error) {
    deps.log("warn", "checkout failed", { order: call.orderId, call: call.id, error: errorText(error) });
    if (inUse(error)) {
      // A second click: the first one is just being answered.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return null;
    }
    const detail = call.stripeId ? unreached : "The payment page could not be opened. Nothing was charged.";
    return { failed: `${detail} (${short(deps)})` };
  }
}

/** The session of a call, made where it is not; null: Stripe does not know it any more. @throws what Stripe says */
async function sessionOf(deps: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Checkout.Session | null> {
  if (!call.stripeId) return await create(deps, call);
  try {
    return await deps.stripe.checkout.sessions.retrieve(call.stripeId);
  } catch (error) {
    if (refused(error)) return null;
    throw error;
  }
}

function short({ requestId }: Deps): string {
  return requestId.slice(0, 8);
}

async function begin(
  deps: Deps,
  order: orders.Order,
  email: string,
  origin: string,
): Promise<moneyCalls.MoneyCall | "another began" | "not payable"> {
  const id = crypto.randomUUID();
  const params = {
    mode: "payment",
    // Cards only (docs/specification.md#checkout); a payment that is answered days later is understood all the same.
    allowed_payment_method_types: ["card"],
    client_reference_id: order.id,
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: receiptOf(order).cardCents,
          product_data: { name: order.title, description: descriptionOf(order) },
        },
      },
    ],
    metadata: { order: order.id, call: id },
    payment_intent_data: { metadata: { order: order.id, call: id } },
    success_url: `${origin}/payment-success?type=service&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/payment-canceled?order=${order.id}`,
  } satisfies Stripe.Checkout.SessionCreateParams;
  try {
    await moneyCalls.checkoutDue(deps.db, id, order.id, params, deps.clock.now());
  } catch (error) {
    if (brokeUnique(error, "money_calls")) return "another began";
    // The order was paid or cancelled since it was read.
    if (brokeNotNull(error, "money_calls.order_id")) return "not payable";
    throw error;
  }
  const call = await moneyCalls.find(deps.db, { id });
  if (!call) throw new Error(`Money call ${id} has vanished`);
  return call;
}

async function create(deps: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Checkout.Session> {
  await moneyCalls.take(deps.db, call, deps.clock.now());
  try {
    const session = await deps.stripe.checkout.sessions.create(JSON.parse(call.params), {
      idempotencyKey: moneyCalls.idempotencyKey(call),
    });
    await moneyCalls.settle(
      deps.db,
      call.id,
      { state: "confirmed", stripeId: session.id, url: session.url, error: null },
      deps.clock.now(),
    );
    return session;
  } catch (error) {
    // A definite no closes the call, so that the next try is a new one. Anything else may have made the session: the same
    // key asks again.
    await moneyCalls.noteFailure(deps.db, call, errorText(error), verdictOf(error), deps.clock.now());
    throw error;
  }
}

/** Looked at again only after this pause, in ms. */
const pause = minute;

/**
 * Part of the sweep: asks Stripe about every session that may have been paid while nobody listened.
 * @returns how many were looked at
 */
export async function settleOpen(deps: Deps): Promise<number> {
  const calls = await moneyCalls.listOpenCheckouts(deps.db, deps.clock.now() - pause);
  for (const call of calls) await settleOne(deps, call);
  return calls.length;
}

/** Asks Stripe about one open session now: one that was never answered is asked for again under its key, one that is over is closed. */
export async function settleOne(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  let over = false;
  try {
    const session = await sessionOf(deps, call);
    if (session?.status === "complete") await fulfil(deps, session.id);
    if (session?.status === "open" && (await isCancelled(deps, call.orderId)))
      await close(deps, call.orderId);
    over = session === null || session.status === "expired";
  } catch (error) {
    deps.log("warn", "open checkout not settled", { call: call.id, error: errorText(error) });
  }
  // Looked at in any case, so that a call that fails makes way for the others.
  await moneyCalls.settle(deps.db, call.id, over ? { open: false } : {}, deps.clock.now());
}

/**
 * Sees to it that nobody can pay for an order any more, before it is cancelled for want of a payment: an open session is expired at Stripe; one
 * whose answer was lost is asked for first; what was paid is fulfilled.
 * @returns false while a bank has not answered @throws what Stripe says: the order may still be paid
 */
export async function shut(deps: Deps, orderId: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const call = await moneyCalls.findOpenCheckout(deps.db, orderId);
    if (!call) return true;
    const session = await sessionOf(deps, call);
    if (session?.status === "open") {
      // Refused: paid or over in this moment, which is looked at anew.
      await deps.stripe.checkout.sessions.expire(session.id).catch((error: unknown) => {
        if (!refused(error)) throw error;
      });
    } else if (session?.status === "complete") {
      const { state } = await fulfil(deps, session.id);
      if (state === "processing") return false;
    } else {
      await moneyCalls.settle(deps.db, call.id, { open: false }, deps.clock.now());
    }
  }
  throw new Error(`The payment page of order ${orderId} does not close`);
}

async function isCancelled({ db }: Deps, orderId: string): Promise<boolean> {
  return (await orders.find(db, orderId))?.status === "cancelled";
}

/** Best effort when an unpaid order is cancelled: its page should not take money any more. A payment that slips through is returned by `fulfil`. */
export async function close(deps: Deps, orderId: string): Promise<void> {
  const call = await moneyCalls.findOpenCheckout(deps.db, orderId);
  if (!call?.stripeId) return;
  try {
    const session = await deps.stripe.checkout.sessions.expire(call.stripeId);
    if (session.status === "expired")
      await moneyCalls.settle(deps.db, call.id, { open: false }, deps.clock.now());
  } catch (error) {
    deps.log("warn", "session not expired", { call: call.id, error: errorText(error) });
  }
}
