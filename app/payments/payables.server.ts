import type { Db } from "#app/context.ts";
import { type PaidForColumns, paidForOf } from "#app/ledger/paid-for.server.ts";
import { type Charge, cashLeftOf } from "#app/ledger/shares.ts";
import { href } from "#app/lib/href.ts";
import { type CardLine, cardLineOf, extraLineOf } from "#app/orders/card-line.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import * as order from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as registrations from "#app/sellers/registrations.server.ts";
import * as seller from "#app/sellers/seller.ts";

// What is paid for: an order, an extra that is added to one, or a seller's registration. Payments, refunds
// and disputes handle them through these functions, each of which calls the right store. Times are in UTC ms.

/** What refunds and disputes are about. An extra that was paid is part of its order. */
export type Paid = orders.Order | registrations.Registration;
/** What a card page is for. */
export type Payable = Paid | orderExtras.ExtraToPay;

function isRegistration(payable: Payable): payable is registrations.Registration {
  return "isRegistration" in payable;
}

function isExtra(payable: Payable): payable is orderExtras.ExtraToPay {
  return "extraId" in payable;
}

/** What a row of the ledger tables is for; null if it names nothing. */
export async function find(db: Db, { orderId, registrationId }: PaidForColumns): Promise<Paid | null> {
  const paidFor = paidForOf({ orderId, registrationId });
  if (!paidFor) return null;
  return paidFor.isRegistration
    ? await registrations.find(db, paidFor.id)
    : await orders.find(db, paidFor.id);
}

/** What the Checkout Session of a call is for; null if it names nothing. */
export async function findPayable(
  db: Db,
  call: PaidForColumns & { extraId: string | null },
): Promise<Payable | null> {
  return call.extraId === null ? await find(db, call) : await orderExtras.findToPay(db, call.extraId);
}

/** True if it can accept a payment. */
export function isPayable(payable: Payable): boolean {
  if (isExtra(payable)) return orderExtras.isToPay(payable);
  return isRegistration(payable) ? seller.isPayable(payable) : order.isPayable(payable);
}

/** True if its open Checkout Session is no longer needed. */
export async function isOver(db: Db, payable: Payable): Promise<boolean> {
  if (isRegistration(payable))
    return !seller.isPayable(payable) || (await registrations.hasSuspended(db, payable));
  const isEnded = isExtra(payable) ? !orderExtras.isToPay(payable) : payable.status === "cancelled";
  return isEnded || (await orders.hasSuspended(db, payable));
}

/** True if a batch was rolled back because another batch had changed it first. */
export function isLostRace(error: unknown): boolean {
  return orders.isLostRace(error) || registrations.isLostRace(error);
}

/** The metadata that identifies it in Stripe's objects. */
export function metadataOf(payable: Payable): Record<string, string> {
  if (isExtra(payable)) return { order: payable.id, extra: payable.extraId };
  return isRegistration(payable) ? { registration: payable.id } : { order: payable.id };
}

/** The line item of its card page. */
export function lineOf(payable: Payable): CardLine {
  if (isExtra(payable)) return extraLineOf(payable.order, payable.extra);
  return isRegistration(payable)
    ? { ...seller.registrationLine, cents: payable.priceCents, warning: null }
    : cardLineOf(payable);
}

/** Where Stripe returns the payer, as path and query. */
export function returnPaths(payable: Payable): { success: string; cancel: string } {
  const type = isRegistration(payable) ? "seller_registration" : "service";
  const canceled = isRegistration(payable) ? `type=${type}` : `order=${payable.id}`;
  const extra = isExtra(payable) ? `&extra=${payable.extraId}` : "";
  return {
    success: `${href("/payment-success")}?type=${type}&session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${href("/payment-canceled")}?${canceled}${extra}`,
  };
}

/** Statements: a payment arrived and is accepted. */
export function paid(db: Db, payable: Payable, at: number) {
  if (isExtra(payable)) return orderExtras.paid(db, payable, at);
  return isRegistration(payable) ? registrations.paid(db, payable, at) : orders.paid(db, payable, at);
}

/** Statements: the bank has refused a delayed payment. */
export function paymentFailed(db: Db, payable: Payable, at: number) {
  // The order itself is already paid, and the buyer can add the extra again.
  if (isExtra(payable)) return [];
  return isRegistration(payable)
    ? registrations.paymentFailed(db, payable, at)
    : orders.paymentFailed(db, payable, at);
}

/** A statement: the email about a payment that could not be accepted and is refunded. */
export function paymentReturned(db: Db, payable: Payable, at: number) {
  if (isExtra(payable)) return outbox.mail(db, "extra_returned", payable.buyerId, payable.id, at);
  return isRegistration(payable)
    ? registrations.paymentReturned(db, payable, at)
    : outbox.mail(db, "payment_returned", payable.buyerId, payable.id, at);
}

/** Statements: Stripe has confirmed a refund. @param isComplete true if no other refund is outstanding */
export function refunded(db: Db, payable: Paid, cents: number, isComplete: boolean, at: number) {
  return isRegistration(payable)
    ? registrations.refunded(db, payable, cents, isComplete, at)
    : orders.refunded(db, payable, cents, isComplete, at);
}

/** Statements: a refund failed after Stripe had confirmed it. */
export function refundFailed(db: Db, payable: Paid, cents: number, at: number) {
  return isRegistration(payable)
    ? registrations.refundFailed(db, payable, cents, at)
    : orders.refundFailed(db, payable, cents, at);
}

/** Statements: a dispute is opened or closed. @param to what the bank's decision changes */
export function disputed(
  db: Db,
  payable: Paid,
  kind: "disputed" | "dispute_won" | "dispute_lost",
  cents: number,
  to: Partial<
    Pick<orders.Order, "refundedCashCents" | "refundedCreditCents" | "stage" | "paymentStatus" | "hold">
  >,
  at: number,
) {
  return isRegistration(payable)
    ? registrations.disputed(db, payable, kind, cents, to, at)
    : orders.disputed(db, payable, kind, cents, to, at);
}

/** The accepted payments of what refunds and disputes are about, oldest first, with what is left of each. */
export async function listCharges(db: Db, payable: Paid): Promise<Charge[]> {
  if (!isRegistration(payable)) return await orderExtras.listCharges(db, payable);
  const payment = await payments.findApplied(db, payable);
  const { paymentIntentId = null } = payment ?? {};
  return payment ? [{ extraId: null, paymentIntentId, leftCents: cashLeftOf(payable) }] : [];
}
