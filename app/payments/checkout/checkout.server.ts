import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { errorStack } from "#app/lib/errors.ts";
import { cardLineOf } from "#app/orders/card-line.ts";
import type * as orders from "#app/orders/orders.server.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import type { Checkout } from "#app/payments/payment.ts";
import { inUse } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "requestId">;

/**
 * The longest that a buyer waits for Stripe, in ms. One opening can take several calls, each with its own
 * timeout.
 */
export const longestWait = 12_000;

/**
 * Opens the Checkout page of an order (docs/specification.md#complete-payment). An open session is used
 * again, a paid one is fulfilled, and an expired one is replaced by a new session for the same price.
 * @param origin the product's address, to which Stripe sends the buyer back
 * @param until when the buyer stops waiting, in ms of the real clock
 */
export async function open(
  deps: Deps,
  order: orders.Order,
  email: string,
  origin: string,
  until = Date.now() + longestWait,
): Promise<Checkout> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Checkout>((resolve) => {
    timer = setTimeout(() => {
      deps.log("warn", "checkout took too long", { order: order.id });
      resolve({ failed: `${unreached} (${short(deps)})` });
    }, until - Date.now());
  });
  // If this times out, the next click or the sweep finds the session.
  const answer = await Promise.race([findPage(deps, order, email, origin), late]);
  clearTimeout(timer);
  return answer;
}

/** Finds or creates the Checkout page, without a time limit. */
async function findPage(deps: Deps, order: orders.Order, email: string, origin: string): Promise<Checkout> {
  try {
    for (let tries = 0; tries < 4; tries++) {
      const call =
        (await checkoutCalls.findOpen(deps.db, order.id)) ?? (await createCall(deps, order, email, origin));
      if (call === "not payable") return { nothingDue: true };
      // Another tab was first: the next round finds its session.
      const answer = call === "another was first" ? null : await checkCall(deps, call);
      if (answer) return answer;
    }
    return { failed: `Please try again in a moment. (${short(deps)})` };
  } catch (error) {
    deps.log("error", "checkout failed", { order: order.id, error: errorStack(error) });
    return { failed: null };
  }
}

const unreached = "The payment page cannot be reached. If you have paid, do not pay again: we look it up.";

/** Checks a call's session at Stripe. @returns null if the caller must look for the open call again */
async function checkCall(deps: Deps, call: moneyCalls.MoneyCall): Promise<Checkout | null> {
  try {
    const session = await checkoutSessions.findOrCreate(deps, call);
    if (session?.status === "open" && session.url) return { url: session.url };
    if (session?.status === "complete") {
      const { state } = await fulfil(deps, session.id);
      // The bank has refused a delayed payment: the order can be paid again.
      if (state === "unpaid") return null;
      return state === "processing" ? { processing: true } : { nothingDue: true };
    }
    await moneyCalls.updated(deps.db, call.id, { open: false }, deps.clock.now());
    return null;
  } catch (error) {
    deps.log("warn", "checkout failed", { order: call.orderId, call: call.id, error: errorStack(error) });
    if (inUse(error)) {
      // A second click while Stripe still processes the first: wait for the result of the first.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return null;
    }
    const detail = call.stripeId ? unreached : "The payment page could not be opened. Nothing was charged.";
    return { failed: `${detail} (${short(deps)})` };
  }
}

function short({ requestId }: Deps): string {
  return requestId.slice(0, 8);
}

/** Writes the call for a new session. Stripe is not called yet. */
async function createCall(
  deps: Deps,
  order: orders.Order,
  email: string,
  origin: string,
): Promise<moneyCalls.MoneyCall | "another was first" | "not payable"> {
  const id = crypto.randomUUID();
  const { name, description, cents } = cardLineOf(order);
  const params = {
    mode: "payment",
    // Cards only (docs/specification.md#checkout). `fulfil` handles delayed payment methods too.
    allowed_payment_method_types: ["card"],
    client_reference_id: order.id,
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: cents,
          product_data: { name, description },
        },
      },
    ],
    metadata: { order: order.id, call: id },
    payment_intent_data: { metadata: { order: order.id, call: id } },
    success_url: `${origin}/payment-success?type=service&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/payment-canceled?order=${order.id}`,
  } satisfies Stripe.Checkout.SessionCreateParams;
  try {
    await checkoutCalls.sessionDue(deps.db, id, order.id, params, deps.clock.now());
  } catch (error) {
    if (brokeUnique(error, "money_calls")) return "another was first";
    // The order was paid or cancelled after it was read.
    if (brokeNotNull(error, "money_calls.order_id")) return "not payable";
    throw error;
  }
  const call = await moneyCalls.find(deps.db, { id });
  if (!call) throw new Error(`Money call ${id} has vanished`);
  return call;
}
