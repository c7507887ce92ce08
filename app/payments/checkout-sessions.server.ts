import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import type { PaidFor } from "#app/ledger/paid-for.server.ts";
import { minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { within } from "#app/lib/reads.ts";
import { runDue, type Work } from "#app/lib/work.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import { errorText, inUse, refused, verdictOf } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * The Checkout Session of a call; creates it at Stripe if that did not happen yet.
 * @returns null if Stripe does not know the session any more
 * @throws Stripe's error
 */
export async function findOrCreate(
  deps: Deps,
  call: moneyCalls.MoneyCall,
): Promise<Stripe.Checkout.Session | null> {
  if (!call.stripeId) return await create(deps, call);
  try {
    return await deps.stripe.checkout.sessions.retrieve(call.stripeId);
  } catch (error) {
    if (refused(error)) return null;
    throw error;
  }
}

async function create(deps: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Checkout.Session> {
  await moneyCalls.claim(deps.db, call, deps.clock.now());
  try {
    const session = await deps.stripe.checkout.sessions.create(JSON.parse(call.params), {
      idempotencyKey: moneyCalls.idempotencyKey(call),
    });
    await moneyCalls.updated(
      deps.db,
      call.id,
      { state: "confirmed", stripeId: session.id, url: session.url, error: null },
      deps.clock.now(),
    );
    return session;
  } catch (error) {
    // A definite refusal closes the call, so the next try is a new call. After any other error the session
    // may exist.
    await moneyCalls.recordFailure(deps.db, call, errorText(error), verdictOf(error), deps.clock.now());
    throw error;
  }
}

/** How long an open session is not checked again, in ms. */
const pause = minute;

/** The open sessions. Stripe is asked about each, in case it was paid and no event reached us. */
export const openSessions: Work<Deps> = {
  find: ({ db, clock }, limit) => checkoutCalls.findUnchecked(db, clock.now() - pause, limit),
  async run(deps, id) {
    const call = await checkoutCalls.findIfUnchecked(deps.db, id, deps.clock.now() - pause);
    if (call) await check(deps, call);
    return call !== null;
  },
};

/** Checks open sessions, at most 50. @returns how many */
export function checkOpen(deps: Deps): Promise<number> {
  return runDue(openSessions, deps);
}

/**
 * Checks one open session at Stripe now. If the response to its creation was lost, the same idempotency key
 * asks for it again. A paid session is fulfilled, an expired one is closed, and a session that no one
 * wants any more is expired.
 */
export async function check(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  let isOver = false;
  try {
    const session = await findOrCreate(deps, call);
    if (session?.status === "complete") await fulfil(deps, session.id);
    const payable = session?.status === "open" ? await payables.find(deps.db, call) : null;
    if (payable && payables.isOver(payable)) await tryClose(deps, payable);
    isOver = session === null || session.status === "expired";
  } catch (error) {
    deps.log("warn", "checkout session not checked", { call: call.id, error: errorStack(error) });
  }
  // Recorded after an error too: a call that always fails must not block the others.
  await moneyCalls.updated(deps.db, call.id, isOver ? { open: false } : {}, deps.clock.now());
}

/**
 * How closing ended. `closed`: no session of the order can be paid any more; the order may be paid now.
 * `processing`: a bank has not answered. `unreachable`: Stripe did not answer in time, so a session may still
 * be paid.
 */
export type Closing = "closed" | "processing" | "unreachable";

/**
 * Makes sure that an order or a registration cannot be paid any more, before it is cancelled or replaced as
 * unpaid.
 * An open session is expired at Stripe. If the response to its creation was lost, it is requested again
 * first. A paid session is fulfilled.
 * @param until when someone stops waiting, in ms of the real clock; the work itself goes on
 */
export async function close(deps: Deps, paidFor: PaidFor, until: number): Promise<Closing> {
  try {
    return await within(Math.max(0, until - Date.now()), closeAll(deps, paidFor));
  } catch (error) {
    deps.log("warn", "checkout session not closed", { paidFor: paidFor.id, error: errorText(error) });
    return "unreachable";
  }
}

/** @throws Stripe's error */
async function closeAll(deps: Deps, paidFor: PaidFor): Promise<"closed" | "processing"> {
  for (let tries = 0; tries < 5; tries++) {
    const call = await checkoutCalls.findOpen(deps.db, paidFor);
    if (!call) return "closed";
    const session = await findOrCreate(deps, call).catch((error: unknown) => {
      // Refused: the session was never created, and the call is closed now.
      if (!refused(error) && !inUse(error)) throw error;
      return inUse(error) ? "in use" : "refused";
    });
    if (session === "refused") continue;
    if (session === "in use") {
      // Another request creates the session at this moment: wait for its result.
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    if (session?.status === "open") {
      // Refused if the session was paid or has expired just now. The next round sees that.
      await deps.stripe.checkout.sessions.expire(session.id).catch((error: unknown) => {
        if (!refused(error)) throw error;
      });
    } else if (session?.status === "complete") {
      const { state } = await fulfil(deps, session.id);
      if (state === "processing") return "processing";
    } else {
      await moneyCalls.updated(deps.db, call.id, { open: false }, deps.clock.now());
    }
  }
  throw new Error(`The checkout session of ${paidFor.id} does not close`);
}

/**
 * Tries to expire the session of an order that was cancelled with its user's account, or of a registration
 * that waits for no fee. It never throws on a
 * refusal by Stripe: if a payment still gets through, `fulfil` returns it.
 */
async function tryClose(deps: Deps, paidFor: PaidFor): Promise<void> {
  const call = await checkoutCalls.findOpen(deps.db, paidFor);
  if (!call?.stripeId) return;
  try {
    const session = await deps.stripe.checkout.sessions.expire(call.stripeId);
    if (session.status === "expired")
      await moneyCalls.updated(deps.db, call.id, { open: false }, deps.clock.now());
  } catch (error) {
    deps.log("warn", "checkout session not expired", { call: call.id, error: errorStack(error) });
  }
}
