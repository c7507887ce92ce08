import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import type { Checkout } from "#app/payments/payment.ts";
import { inUse } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret" | "requestId">;

/**
 * How long a buyer waits for Stripe at most, in ms. Opening a page can take several calls, each with its own
 * timeout.
 */
export const maxWait = 12_000;

/**
 * Opens the Checkout page of an order or a registration (docs/specification.md#complete-payment). An open
 * session is reused, a paid one is fulfilled, and an expired one is replaced by a new session for the same
 * price.
 * @param origin the product's address, to which Stripe redirects the buyer
 * @param until when the buyer stops waiting, in ms of the real clock
 */
export async function open(
  deps: Deps,
  payable: payables.Payable,
  email: string,
  origin: string,
  until = Date.now() + maxWait,
): Promise<Checkout> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Checkout>((resolve) => {
    timer = setTimeout(() => {
      deps.log("warn", "checkout took too long", { paidFor: payable.id });
      resolve({ failed: `${unreached} (${short(deps)})` });
    }, until - Date.now());
  });
  // If this times out, the next click or the sweep finds the session.
  const answer = await Promise.race([findPage(deps, payable, email, origin), late]);
  clearTimeout(timer);
  return answer;
}

/** Finds or creates the Checkout page, without a time limit. */
async function findPage(
  deps: Deps,
  payable: payables.Payable,
  email: string,
  origin: string,
): Promise<Checkout> {
  try {
    for (let tries = 0; tries < 4; tries++) {
      const call =
        (await checkoutCalls.findOpen(deps.db, payable)) ?? (await createCall(deps, payable, email, origin));
      if (call === "not payable") return { nothingDue: true };
      // Another tab came first: the next iteration finds its session.
      const answer = call === "another was first" ? null : await checkCall(deps, call);
      if (answer) return answer;
    }
    return { failed: `Please try again in a moment. (${short(deps)})` };
  } catch (error) {
    deps.log("error", "checkout failed", { paidFor: payable.id, error: errorStack(error) });
    return { failed: null };
  }
}

const unreached =
  "We can't reach the payment page. If you have already paid, do not pay again: we are checking.";

/** Checks a call's session at Stripe. @returns null if the caller must look up the open call again */
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
    deps.log("warn", "checkout failed", { call: call.id, error: errorStack(error) });
    if (inUse(error)) {
      // A second click while Stripe still processes the first one: wait for its result.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return null;
    }
    const detail = call.stripeId ? unreached : "We couldn't open the payment page. Nothing was charged.";
    return { failed: `${detail} (${short(deps)})` };
  }
}

function short({ requestId }: Deps): string {
  return requestId.slice(0, 8);
}

/** Writes the call for a new session. Stripe is not called yet. */
async function createCall(
  deps: Deps,
  payable: payables.Payable,
  email: string,
  origin: string,
): Promise<moneyCalls.MoneyCall | "another was first" | "not payable"> {
  const id = crypto.randomUUID();
  const { name, description, cents, warning } = payables.lineOf(payable);
  const { success, cancel } = payables.returnPaths(payable);
  const metadata = { ...payables.metadataOf(payable), call: id };
  const params = {
    mode: "payment",
    // Cards only (docs/specification.md#checkout). `fulfil` handles delayed payment methods too.
    allowed_payment_method_types: ["card"],
    client_reference_id: payable.id,
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
    ...(warning ? { custom_text: { submit: { message: warning } } } : {}),
    metadata,
    payment_intent_data: { metadata },
    success_url: origin + success,
    cancel_url: origin + cancel,
  } satisfies Stripe.Checkout.SessionCreateParams;
  try {
    await deps.db.batch(checkoutCalls.sessionDue(deps.db, id, payable, params, deps.clock.now()));
  } catch (error) {
    if (brokeUnique(error, "money_calls")) return "another was first";
    // It was paid, cancelled or waived, or lost its credit, after it was read.
    if (guards.broken(error) === "payment-awaited") return "not payable";
    throw error;
  }
  const call = await moneyCalls.find(deps.db, { id });
  if (!call) throw new Error(`Money call ${id} has vanished`);
  return call;
}
