import type { Db } from "#app/context.ts";
import { type PaidForColumns, paidForOf } from "#app/ledger/paid-for.server.ts";
import { href } from "#app/lib/href.ts";
import { type CardLine, cardLineOf } from "#app/orders/card-line.ts";
import * as order from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as registrations from "#app/sellers/registrations.server.ts";
import * as seller from "#app/sellers/seller.ts";

// What is paid for: an order or a seller's registration. Payments, refunds and disputes handle both through
// these functions, each of which calls the right store. Times are in UTC ms.

export type Payable = orders.Order | registrations.Registration;

function isRegistration(payable: Payable): payable is registrations.Registration {
  return "isRegistration" in payable;
}

/** What a row of the ledger tables is for; null if it names nothing. */
export async function find(db: Db, row: PaidForColumns): Promise<Payable | null> {
  const paidFor = paidForOf(row);
  if (!paidFor) return null;
  return paidFor.isRegistration
    ? await registrations.find(db, paidFor.id)
    : await orders.find(db, paidFor.id);
}

/** True if it can accept a payment. */
export function isPayable(payable: Payable): boolean {
  return isRegistration(payable) ? seller.isPayable(payable) : order.isPayable(payable);
}

/** True if its open Checkout Session is no longer needed. */
export function isOver(payable: Payable): boolean {
  return isRegistration(payable) ? !seller.isPayable(payable) : payable.status === "cancelled";
}

/** True if a batch was rolled back because another batch had changed it first. */
export function isLostRace(error: unknown): boolean {
  return orders.isLostRace(error) || registrations.isLostRace(error);
}

/** The metadata that identifies it in Stripe's objects. */
export function metadataOf(payable: Payable): Record<string, string> {
  return isRegistration(payable) ? { registration: payable.id } : { order: payable.id };
}

/** The line item of its card page. */
export function lineOf(payable: Payable): CardLine {
  return isRegistration(payable)
    ? { ...seller.registrationLine, cents: payable.priceCents, warning: null }
    : cardLineOf(payable);
}

/** Where Stripe returns the payer, as path and query. */
export function returnPaths(payable: Payable): { success: string; cancel: string } {
  const type = isRegistration(payable) ? "seller_registration" : "service";
  return {
    success: `${href("/payment-success")}?type=${type}&session_id={CHECKOUT_SESSION_ID}`,
    cancel: isRegistration(payable)
      ? `${href("/payment-canceled")}?type=${type}`
      : `${href("/payment-canceled")}?order=${payable.id}`,
  };
}

/** Statements: a payment arrived and is accepted. */
export function paid(db: Db, payable: Payable, at: number) {
  return isRegistration(payable) ? registrations.paid(db, payable, at) : orders.paid(db, payable, at);
}

/** Statements: the bank has refused a delayed payment. */
export function paymentFailed(db: Db, payable: Payable, at: number) {
  return isRegistration(payable)
    ? registrations.paymentFailed(db, payable, at)
    : orders.paymentFailed(db, payable, at);
}

/** A statement: the email about a payment that could not be accepted and is refunded. */
export function paymentReturned(db: Db, payable: Payable, at: number) {
  return isRegistration(payable)
    ? registrations.paymentReturned(db, payable, at)
    : outbox.mail(db, "payment_returned", payable.buyerId, payable.id, at);
}

/** Statements: Stripe has confirmed a refund. @param isComplete true if no other refund is outstanding */
export function refunded(db: Db, payable: Payable, cents: number, isComplete: boolean, at: number) {
  return isRegistration(payable)
    ? registrations.refunded(db, payable, cents, isComplete, at)
    : orders.refunded(db, payable, cents, isComplete, at);
}

/** Statements: a refund that Stripe had confirmed failed later. */
export function refundFailed(db: Db, payable: Payable, cents: number, at: number) {
  return isRegistration(payable)
    ? registrations.refundFailed(db, payable, cents, at)
    : orders.refundFailed(db, payable, cents, at);
}

/** Statements: a dispute is opened or closed. @param to what the bank's decision changes */
export function disputed(
  db: Db,
  payable: Payable,
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
