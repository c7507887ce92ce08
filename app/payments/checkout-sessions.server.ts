import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import type { PaidFor } from "#app/ledger/paid-for.server.ts";
import { minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { within } from "#app/lib/reads.ts";
import type { Work } from "#app/lib/work.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import { errorText, inUse, refused, verdictOf } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * The Checkout Session of a call; creates it at Stripe if necessary.
 * @returns null if Stripe no longer knows the session
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
    // A definite refusal closes the call, so the next attempt is a new call. After any other error the
    // session may exist.
    await moneyCalls.recordFailure(deps.db, call, errorText(error), verdictOf(error), deps.clock.now());
    throw error;
  }
}

/** The minimum time between checks of an open session, in ms. */
const pause = minute;

/** The open sessions. Each is checked at Stripe, in case it was paid and no event arrived. */
export const openSessions: Work<Deps> = {
  find: ({ db, clock }, limit) => checkoutCalls.findUnchecked(db, clock.now() - pause, limit),
  async run(deps, id) {
    const call = await checkoutCalls.findIfUnchecked(deps.db, id, deps.clock.now() - pause);
    if (call) await check(deps, call);
    return call !== null;
  },
};

/**
 * Checks one open session at Stripe now. If the response to its creation was lost, the same idempotency key
 * retrieves it. A paid session is fulfilled, an expired one is closed, and one that is no longer needed is
 * expired.
 */
export async function check(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  let isOver = false;
  try {
    const session = await findOrCreate(deps, call);
    if (session?.status === "complete") await fulfil(deps, session.id);
    const payable = session?.status === "open" ? await payables.findPayable(deps.db, call) : null;
    if (payable && (await payables.isOver(deps.db, payable))) await tryClose(deps, payable);
    isOver = session === null || session.status === "expired";
  } catch (error) {
    deps.log("warn", "checkout session not checked", { call: call.id, error: errorStack(error) });
  }
  // Also recorded after an error: a call that always fails must not block the others.
  await moneyCalls.updated(deps.db, call.id, isOver ? { open: false } : {}, deps.clock.now());
}

/**
 * Closes an order's open session if the order has changed and nothing can be paid there any longer. This does
 * not wait for the sweep, which retries what fails.
 */
export async function closeIfOver(deps: Deps, order: { id: string }): Promise<void> {
  const call = await checkoutCalls.findOpen(deps.db, order);
  if (call) await check(deps, call);
}

/**
 * Does the same for the orders of a suspended user, their extras and the user's registration: at most 20
 * sessions. The sweep closes the rest.
 */
export async function closeAllOf(deps: Deps, userId: string): Promise<void> {
  const calls = await checkoutCalls.listOpenOfParty(deps.db, userId);
  await Promise.all(calls.map((call) => check(deps, call)));
}

/**
 * The result of closing. `closed`: no session of the order can be paid any longer; the order may already be
 * paid. `processing`: a bank has not answered. `unreachable`: Stripe did not answer in time, so a session may
 * still be paid.
 */
export type Closing = "closed" | "processing" | "unreachable";

/**
 * Makes sure that an order or a registration can no longer be paid before it is cancelled or replaced as
 * unpaid. An open session is expired at Stripe. If the response to its creation was lost, it is requested
 * again first. A paid session is fulfilled.
 * @param until when to stop waiting, in ms of the real clock; the work itself continues
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
      // Refused: the session was never created, and the call is now closed.
      if (!refused(error) && !inUse(error)) throw error;
      return inUse(error) ? "in use" : "refused";
    });
    if (session === "refused") continue;
    if (session === "in use") {
      // Another request is creating the session: wait for its result.
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    if (session?.status === "open") {
      // Refused if the session was paid or expired in between. The next round sees that.
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
 * Tries to expire the session of an order that was cancelled, of a registration that is not waiting for its
 * fee, or of either if its user was suspended. It does not throw if Stripe refuses: `fulfil` refunds a
 * payment that still gets through.
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
