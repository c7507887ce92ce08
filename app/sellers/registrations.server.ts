import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { columnsChanged, eventClaimed, type Seller } from "#app/sellers/seller-writes.server.ts";
import { sellers } from "#drizzle/schema.ts";

// A seller's registration as a payable, and what payments, refunds and disputes write to it. Amounts are in
// cents, times in UTC ms.

export { isLostRace } from "#app/sellers/seller-writes.server.ts";

/**
 * A registration in the terms of the ledger: the seller pays, no one earns, and the whole price goes to the
 * platform.
 */
export type Registration = ReturnType<typeof registrationOf>;

export function registrationOf(seller: Seller) {
  return {
    ...seller,
    isRegistration: true,
    buyerId: seller.userId,
    sellerId: null,
    feeCents: seller.priceCents,
    creditCents: 0,
    refundedCashCents: seller.refundedCents,
    refundedCreditCents: 0,
  } as const;
}

/** A condition on `sellers`: the user is not suspended, so the fee can be paid. */
export const isOfActiveUser = sql`not exists (select 1 from users where users.id = user_id and suspended_at is not null)`;

/** True if the user of a registration is suspended. */
export async function hasSuspended(db: Db, { id }: { id: string }): Promise<boolean> {
  const [active] = await db
    .select({ id: sellers.id })
    .from(sellers)
    .where(sql`${sellers.id} = ${id} and ${isOfActiveUser}`);
  return !active;
}

/** One registration; null if there is none. */
export async function find(db: Db, id: string): Promise<Registration | null> {
  const [seller] = await db.select().from(sellers).where(eq(sellers.id, id));
  return seller ? registrationOf(seller) : null;
}

/** Statements: the fee has arrived, and the seller is active. */
export function paid(db: Db, seller: Seller, at: number) {
  return [
    eventClaimed(db, seller, "paid", null, at, { cents: seller.priceCents }),
    columnsChanged(db, seller, at, {
      paymentStatus: "paid",
      status: "active",
      activatedAt: at,
      activatedBy: "fee",
      reminderAt: null,
    }),
    outbox.mail(db, "seller_activated", seller.userId, seller.id, at),
    outbox.mail(db, "fee_receipt", seller.userId, seller.id, at),
  ] as const;
}

/** Statements: the bank has refused a delayed payment. The fee can be paid again. */
export function paymentFailed(db: Db, seller: Seller, at: number) {
  return [
    eventClaimed(db, seller, "payment_failed", null, at),
    columnsChanged(db, seller, at, { paymentStatus: "failed" }),
    outbox.mail(db, "fee_failed", seller.userId, seller.id, at),
  ] as const;
}

/** A statement: the email about a payment that the registration could not accept. */
export function paymentReturned(db: Db, seller: Seller, at: number) {
  return outbox.mail(db, "fee_payment_returned", seller.userId, seller.id, at);
}

/** Statements: Stripe has confirmed a refund. @param isComplete true if no other refund is outstanding */
export function refunded(db: Db, seller: Seller, cents: number, isComplete: boolean, at: number) {
  return [
    eventClaimed(db, seller, "refunded", null, at, { cents }),
    columnsChanged(db, seller, at, isComplete ? { paymentStatus: "refunded" } : {}),
  ] as const;
}

/** Statements: a refund that Stripe had confirmed failed later, and the platform has the money again. */
export function refundFailed(db: Db, seller: Seller, cents: number, at: number) {
  return [
    eventClaimed(db, seller, "refund_failed", null, at, { cents }),
    columnsChanged(db, seller, at, { paymentStatus: "paid" }),
  ] as const;
}

/**
 * Statements: a dispute about the fee is opened or closed. An open one changes nothing. If a lost one takes
 * the whole fee, a seller who is active because they paid it is no longer active.
 * @param to what the bank's decision changes
 */
export function disputed(
  db: Db,
  seller: Seller,
  kind: "disputed" | "dispute_won" | "dispute_lost",
  cents: number,
  to: { refundedCashCents?: number; paymentStatus?: Seller["paymentStatus"] },
  at: number,
) {
  const refundedCents = to.refundedCashCents ?? seller.refundedCents;
  const ends =
    refundedCents >= seller.priceCents && seller.status === "active" && seller.activatedBy === "fee";
  return [
    eventClaimed(db, seller, kind, null, at, { cents }),
    columnsChanged(db, seller, at, {
      refundedCents,
      ...(to.paymentStatus ? { paymentStatus: to.paymentStatus } : {}),
      ...(ends ? { status: "applied" as const } : {}),
    }),
    ...(ends ? gigTransitions.suspended(db, seller.userId, null, at) : []),
  ] as const;
}

/**
 * A statement: for a deleted account, keeps the registration's money and dates, and erases the person's
 * texts. The payout country of a user who has sold something stays. The account may have no registration.
 */
export function anonymised(db: Db, userId: string, at: number) {
  const nothing = {
    skills: "",
    experience: "",
    languages: [],
    country: null,
    // Tax law requires us to know for ten years where sellers were paid (docs/specification.md#taxes).
    payoutCountry: sql`iif(exists (select 1 from statement_months where user_id = ${userId}), payout_country, null)`,
    draft: null,
    reminderAt: null,
    awayUntil: null,
  };
  return db
    .update(sellers)
    .set({ ...nothing, status: "none", updatedAt: at })
    .where(eq(sellers.userId, userId));
}
