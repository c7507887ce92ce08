import type { PackageKey } from "#app/gigs/package.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { OrderFileView } from "#app/orders/files/order-file.ts";
import type { OrderQuestion, OrderState, Party } from "#app/orders/order.ts";
import { overviewOf } from "#app/orders/order-overview.ts";
import { type Deadline, deadlinesOf } from "#app/orders/page/deadline-texts.ts";
import { labelsOf, moneyEffect } from "#app/orders/page/transition-labels.ts";
import { receiptOf } from "#app/orders/receipt.ts";
import { refundUntil } from "#app/orders/refund-window.ts";
import { transitionsFor } from "#app/orders/refusal-to-transition.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { displayName, type Person } from "#app/profiles/profile.ts";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";

/** One line of the timeline. `actor`: a display name; null: the product itself. Cents; UTC ms. */
export type TimelineEvent = {
  seq: number;
  kind: string;
  at: number;
  actor: string | null;
  note: string | null;
  cents: number | null;
  files: OrderFileView[];
};

/** The reply to a form of the order: errors by field, and everything typed. */
export type TransitionReply = {
  transition: TransitionName;
  errors: FormErrors;
  typed: Record<string, string>;
};

/**
 * A payment that came in for the order but was not applied to it. `returned`: it is refunded; `mismatch`: it
 * waits for an operator. `differs`: the amount or currency was wrong. `refund`: the state of its refund; null
 * if there is none. Cents.
 */
export type UnappliedPayment = {
  id: string;
  state: "returned" | "mismatch";
  cents: number;
  differs: boolean;
  refund: "due" | "sent" | "confirmed" | "failed" | null;
};

/** What the stores know of an order. */
export type OrderRecord = {
  order: Omit<OrderState, "questions"> & {
    id: string;
    version: number;
    title: string;
    packageId: PackageKey;
    packageTitle: string;
    feeCents: number;
    requirements: string;
    questions: OrderQuestion[];
    answers: string[] | null;
  };
  gig: { slug: string; imageUrl: string | null };
  buyer: Person & { id: string };
  seller: Person & { id: string };
  events: {
    seq: number;
    kind: string;
    at: number;
    actorId: string | null;
    note: string | null;
    cents: number | null;
  }[];
  files: OrderFileView[];
  /** Only the buyer sees them. */
  unappliedPayments: UnappliedPayment[];
};

/** A transition that the viewer may make now. `money`: what it does to the payment; null if nothing. */
export type OfferedTransition = { name: TransitionName; money: string | null };

/** Tells the buyer why a payment is refunded, and how far the refund is. */
export function returnedPaymentText({
  cents,
  differs,
  refund,
}: Omit<UnappliedPayment, "id" | "state">): string {
  const why = differs ? "did not fit this order" : "came too late";
  const text = `A payment of ${exactDollars(cents)} ${why}; it goes back to you.`;
  if (refund === "confirmed") return `${text} The refund was sent to your card.`;
  if (refund === "failed") return `${text} The refund did not go through at once; we look into it.`;
  return `${text} The refund is on its way.`;
}

/**
 * The page of an order for one of its parties.
 * @param at UTC ms @param timeZone the viewer's; null: UTC @param mayReview true if the viewer may write a
 * review now
 */
export function orderView(
  record: OrderRecord,
  party: Party,
  at: number,
  timeZone: string | null,
  mayReview: boolean,
) {
  const { order, gig, buyer, seller, unappliedPayments } = record;
  const returnedPayments = unappliedPayments
    .filter(({ state }) => state === "returned")
    .map((payment) => ({ id: payment.id, text: returnedPaymentText(payment) }));
  const names = { buyer: displayName(buyer), seller: displayName(seller) };
  const hasMismatch = unappliedPayments.some(({ state }) => state === "mismatch");
  const overview = overviewOf(order, party, names, at, { hasMismatch, mayReview });
  const { isUnderReview } = overview;
  const isReturnedUnpaid =
    returnedPayments.length > 0 && order.status === "cancelled" && order.paidAt === null;
  return {
    party,
    timeZone,
    order: {
      id: order.id,
      version: order.version,
      status: order.status,
      paymentStatus: order.paymentStatus,
      stage: order.stage,
      title: order.title,
      packageId: order.packageId,
      packageTitle: order.packageTitle,
      deliveryDays: order.deliveryDays,
      revisions: order.revisions,
      revisionsUsed: order.revisionsUsed,
      requirements: order.requirements,
      questions: order.questions,
      answers: order.answers,
      refundDays: order.refundDays,
    },
    refundUntil: refundUntil(order),
    gig: { slug: gig.slug, imageUrl: gig.imageUrl },
    otherParty: party === "buyer" ? seller : buyer,
    events: timeline(record, names),
    transitions: transitionsFor(order, party, at)
      .filter((name) => labelsOf(name) !== null)
      .map((name): OfferedTransition => ({ name, money: isUnderReview ? null : moneyEffect(name, order) })),
    ...overview,
    next: isReturnedUnpaid && !isUnderReview ? "Cancelled." : overview.next,
    returnedPayments,
    deadlines: (isUnderReview ? [] : deadlinesOf(order, at)) satisfies Deadline[],
  };
}

export type OrderView = ReturnType<typeof orderView>;

function timeline(
  { order, events, files }: OrderRecord,
  names: { buyer: string; seller: string },
): TimelineEvent[] {
  const nameOf = (id: string | null) =>
    id === null
      ? null
      : id === order.buyerId
        ? names.buyer
        : id === order.sellerId
          ? names.seller
          : "An operator";
  const { priceCents, cardCents } = receiptOf(order);
  const amounts: Record<string, number> = { placed: priceCents, paid: cardCents };
  return events.map(({ seq, kind, at, actorId, note, cents }) => ({
    seq,
    kind,
    at,
    actor: nameOf(actorId),
    note,
    cents: cents ?? amounts[kind] ?? null,
    files: files.filter((file) => file.seq === seq).map(({ id, name, bytes }) => ({ id, seq, name, bytes })),
  }));
}
