import type Stripe from "stripe";
import * as creditHolders from "#app/auth/credit-holders.server.ts";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { columnsOf } from "#app/ledger/paid-for.server.ts";
import { cashOf } from "#app/ledger/shares.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { exactDollars } from "#app/lib/money.ts";
import * as orders from "#app/orders/orders.server.ts";
import { feeOf } from "#app/payments/fees.server.ts";
import * as mismatches from "#app/payments/mismatches.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import { type Fulfilment, fulfilmentOf } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/** Expanded with a session: the state of a bank payment, the card, and Stripe's fee. */
const expand = ["payment_intent.latest_charge.balance_transaction"];

/**
 * Fulfils a Checkout Session (docs/specification.md#fulfilment): a paid session makes its order paid, or its
 * seller active, exactly once. The webhook, the success page and the sweep all call this function; it is safe
 * to call it concurrently and repeatedly. A session that ended unpaid is closed, so that a new one can be
 * paid. Everything is read from Stripe; nothing in the request is trusted.
 * @param sessionId `cs_…`
 * @throws if Stripe or the database cannot be reached; the caller retries
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<Fulfilment> {
  const known = await payments.findBySession(deps.db, sessionId);
  if (known) return fulfilmentOf(known);
  const session = await deps.stripe.checkout.sessions.retrieve(sessionId, { expand });
  const call = await moneyCalls.findFor(deps.db, session);
  const payable = call && (await payables.findPayable(deps.db, call));
  if (!call || !payable) {
    await queueUnknown(deps, session);
    return { state: "unknown" };
  }
  if (session.payment_status === "paid") {
    return await retryLostRaces(deps, call, payable, async (latest) => {
      const winner = await payments.findBySession(deps.db, session.id);
      return fulfilmentOf(winner ?? (await book(deps, session, call, latest)));
    });
  }
  if (session.status === "open") return { state: "unpaid" };
  if (session.status === "complete" && !hasFailed(session)) {
    // A session that waits for a bank no longer has a page (`checkoutCalls.waitsForBank`).
    if (call.url) await moneyCalls.updated(deps.db, call.id, { url: null }, deps.clock.now());
    return { state: "processing" };
  }
  await retryLostRaces(deps, call, payable, (latest) => close(deps, session, call.id, latest));
  return { state: "unpaid" };
}

/**
 * Finds the payment of a payment intent. If the books do not have it yet, its session is fulfilled first.
 * @param intent `pi_…`; null finds nothing
 * @returns null if the payment is not for one of our orders
 */
export async function findPayment(deps: Deps, intent: string | null): Promise<payments.Payment | null> {
  if (!intent) return null;
  const known = await payments.findByIntent(deps.db, intent);
  if (known) return known;
  const { data } = await deps.stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  if (!data[0]) return null;
  await fulfil(deps, data[0].id);
  return await payments.findByIntent(deps.db, intent);
}

/** Queues a payment that matches no order for the operator. */
async function queueUnknown({ db, clock, log }: Deps, session: Stripe.Checkout.Session): Promise<void> {
  log("warn", "unknown checkout session", { session: session.id });
  if (session.payment_status !== "paid") return;
  const paid = exactDollars(session.amount_total ?? 0);
  const note = `${paid} (${session.currency}) was paid through a Checkout Session that belongs to no order`;
  await mismatches.queue(db, { id: session.id, orderId: null, registrationId: null, note }, clock.now());
}

/**
 * Runs a write on the latest state of what is paid for. If a transition or another payment (even one for
 * another order, with the same card) comes first, reads the state again and retries.
 */
async function retryLostRaces<Result>(
  { db }: Deps,
  call: moneyCalls.MoneyCall,
  first: payables.Payable,
  write: (payable: payables.Payable) => Promise<Result>,
): Promise<Result> {
  let payable = first;
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await write(payable);
    } catch (error) {
      const isLost =
        payables.isLostRace(error) || brokeUnique(error, "payments") || creditHolders.isCardTaken(error);
      if (!isLost) throw error;
      payable = (await payables.findPayable(db, call)) ?? payable;
    }
  }
  throw new Error(`${payable.id} kept changing while its payment was being written`);
}

/**
 * True if the bank has refused a delayed payment (from a bank account, for example). Such a session stays
 * complete and unpaid forever.
 */
function hasFailed({ payment_intent: intent }: Stripe.Checkout.Session): boolean {
  return (
    typeof intent === "object" &&
    intent !== null &&
    (intent.status === "requires_payment_method" || intent.status === "canceled")
  );
}

/** Closes the call of a session that ended unpaid. A closed call is not changed, so this happens once. */
async function close(
  deps: Deps,
  session: Stripe.Checkout.Session,
  callId: string,
  payable: payables.Payable,
) {
  const { db } = deps;
  const call = await moneyCalls.find(db, { id: callId });
  if (!call?.open) return;
  const at = deps.clock.now();
  const closed = moneyCalls.updated(db, call.id, { stripeId: session.id, open: false }, at);
  if (session.status === "complete" && payables.isPayable(payable))
    await db.batch([closed, ...payables.paymentFailed(db, payable, at)]);
  else await closed;
}

/**
 * Books a paid session in one batch. The insert into `payments` is the claim: of many concurrent calls its
 * unique session id lets one through, and rolls back the batches of the others (docs/architecture.md#claims).
 */
async function book(
  deps: Deps,
  session: Stripe.Checkout.Session,
  call: moneyCalls.MoneyCall,
  payable: payables.Payable,
) {
  const { db } = deps;
  const at = deps.clock.now();
  const cents = session.amount_total ?? 0;
  const intent = idIn(session.payment_intent);
  const difference = differenceOf(session, payable);
  const fingerprint = payable.creditCents > 0 ? fingerprintIn(session.payment_intent) : null;
  const card =
    fingerprint && !difference && payables.isPayable(payable)
      ? await creditHolders.findCard(deps, fingerprint, payable.buyerId)
      : null;
  const outcome = difference
    ? "mismatch"
    : !payables.isPayable(payable)
      ? "returned"
      : card?.usedFor === "another account"
        ? "credit_refused"
        : "applied";
  const payment = {
    id: crypto.randomUUID(),
    checkoutSessionId: session.id,
    paymentIntentId: intent,
    ...columnsOf(payable),
    extraId: call.extraId,
    amountCents: cents,
    currency: session.currency ?? "",
    outcome,
    note: difference,
    at,
  };
  const claim = payments.insert(db, payment);
  const ends = { state: "confirmed", stripeId: session.id, open: false, error: null } as const;
  const confirmed = [
    moneyCalls.updated(db, call.id, ends, at),
    mismatches.explained(db, session.id, "Its order was found", at),
  ] as const;
  const known = feeOf(session.payment_intent);
  const fee = known ? [ledger.processingFee(db, payable, known.charge, known.cents, at)] : [];
  if (outcome === "applied") {
    await db.batch([
      claim,
      ...payables.paid(db, payable, at),
      ledger.payment(db, payable, session.id, at),
      ...(card?.usedFor === "no account" ? [creditHolders.cardRecorded(db, payable.buyerId, card.hash)] : []),
      ...fee,
      ...confirmed,
    ]);
  } else if (outcome === "returned" || outcome === "credit_refused") {
    await db.batch([
      claim,
      ledger.unwantedPayment(db, payable, session.id, cents, at),
      ...fee,
      refundCalls.refundDue(db, payable, intent, cents, "return", at),
      ...(outcome === "credit_refused" && "gigId" in payable
        ? orders.creditRefused(db, payable, at)
        : [payables.paymentReturned(db, payable, at)]),
      ...confirmed,
    ]);
  } else {
    await db.batch([claim, ...confirmed]);
    deps.log("warn", "payment mismatch", { session: session.id, paidFor: payable.id, difference });
  }
  return payment;
}

/** Stripe's fingerprint of the card that paid. @returns null if it was not a card */
function fingerprintIn(intent: Stripe.PaymentIntent | string | null): string | null {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object" ? (charge?.payment_method_details?.card?.fingerprint ?? null) : null;
}

/**
 * The differences between the session and what it pays for, as text for the operator. @returns null if there
 * are none
 */
function differenceOf(session: Stripe.Checkout.Session, payable: payables.Payable): string | null {
  if (session.currency !== "usd") return `Paid in ${session.currency}, not in usd`;
  const what = "extraId" in payable ? "extra" : "gigId" in payable ? "order" : "registration";
  if (session.amount_total !== cashOf(payable))
    return `Paid ${session.amount_total} cents, the ${what} costs ${cashOf(payable)}`;
  if (session.client_reference_id !== payable.id)
    return `Paid for ${session.client_reference_id}, not for this ${what}`;
  return null;
}
