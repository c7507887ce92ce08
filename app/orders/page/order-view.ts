import { brand } from "#app/brand.ts";
import { removedMessage } from "#app/conversations/conversation.ts";
import { looksElsewhere } from "#app/conversations/thread/message-text.ts";
import { exactDollars } from "#app/lib/money.ts";
import { choicesFor, type Extra, type OrderExtra, refusalToAdd } from "#app/orders/extras/extra.ts";
import type { OrderFileView } from "#app/orders/files/order-file.ts";
import { latenessOf, passedDates } from "#app/orders/lateness.ts";
import { isReturned, type OrderEventKind, type OrderState, type Party, partyOf } from "#app/orders/order.ts";
import { orderAgain } from "#app/orders/order-again.ts";
import type { find } from "#app/orders/order-details.server.ts";
import { overviewOf } from "#app/orders/order-overview.ts";
import { type Deadline, deadlinesOf } from "#app/orders/page/deadline-texts.ts";
import { consequenceOf, labelsOf } from "#app/orders/page/transition-labels.ts";
import { receiptOf } from "#app/orders/receipt/receipt.ts";
import { refundUntil } from "#app/orders/refund-window.ts";
import { refusalToTransition, transitionsFor } from "#app/orders/refusal-to-transition.ts";
import { extendedDate } from "#app/orders/transition-changes.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { sellerPagePath } from "#app/sellers/page/seller-page.ts";
import { whatChanged } from "#app/transitions/what-changed.ts";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import type { FileView } from "#app/uploads/private-file.ts";

/** One line of the timeline. `actor`: a name; null: the product itself. Cents; UTC ms. */
export type TimelineEvent = {
  /** The number of the event; of a due date that passed, the number of the event before it. */
  seq: number;
  kind: string;
  at: number;
  actor: string | null;
  note: string | null;
  cents: number | null;
  /** How many more days were asked for or allowed. */
  days: number | null;
  /** How late a delivery was, in ms. */
  lateMs: number;
  /** The due date after more time was allowed. */
  dueOn: number | null;
  files: OrderFileView[];
};

/**
 * The reply to a form of the order: errors by field, and everything typed. `files`: the stored files that the
 * next attempt includes, by field.
 */
export type TransitionReply = {
  transition: TransitionName;
  errors: FormErrors;
  typed: Record<string, string>;
  files: Record<string, FileView[]>;
};

/**
 * A payment that arrived for the order but was not applied to it. `returned`: it is refunded; `mismatch`: it
 * needs an operator. `reason`: the amount or currency differs, its card has used another account's credit, or
 * it arrived too late. `refund`: the state of its refund; null if there is none. Cents.
 */
export type UnappliedPayment = {
  id: string;
  state: "returned" | "mismatch";
  cents: number;
  reason: "late" | "differs" | "credit";
  refund: "due" | "sent" | "confirmed" | "failed" | null;
};

/** What the stores return about an order. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof find>>> & {
  files: OrderFileView[];
  /** What was offered, chosen or added, while something can be added; else none. */
  orderExtras: OrderExtra[];
  /** Only the buyer sees them. */
  unappliedPayments: UnappliedPayment[];
  /** True if the seller of an unpaid order is suspended. Only the buyer sees it. */
  isSellerAway: boolean;
};

/**
 * A transition that the viewer may make now. `consequence`: a sentence about its effect; null: none needed.
 */
export type OfferedTransition = { name: TransitionName; consequence: string | null };

/** The last delivery. `count`: the number of deliveries. */
export type Delivery = { event: TimelineEvent; count: number };

/** Tells the buyer why a payment is refunded, and the refund's status. */
export function returnedPaymentText({
  cents,
  reason,
  refund,
}: Omit<UnappliedPayment, "id" | "state">): string {
  const payment = `A payment of ${exactDollars(cents)}`;
  const text = {
    late: `${payment} arrived too late for this order.`,
    differs: `${payment} did not match this order.`,
    credit: `${payment} was not accepted: its card has already used another account's credit, and credit works once per card.`,
  }[reason];
  if (refund === "confirmed") return `${text} We refunded it to your card.`;
  if (refund === "failed") return `${text} The refund did not go through, and we're looking into it.`;
  return `${text} Your refund is on its way.`;
}

/**
 * The data of an order's page for one of its parties.
 * @param at UTC ms @param timeZone the viewer's; null: UTC @param mayReview true if the viewer may write a
 *   review now
 */
export function orderView(
  record: OrderRecord,
  party: Party,
  at: number,
  timeZone: string | null,
  mayReview: boolean,
) {
  const { order, gig, offer, buyer, seller, sellerHasPage, unappliedPayments, isSellerAway } = record;
  const names = { buyer: nameInSentence(buyer), seller: nameInSentence(seller) };
  // What is sent to the seller does not concern the buyer.
  const events = timeline(record, names, at).filter(
    ({ kind }) => kind !== "transferred" || party === "seller",
  );
  const returnedPayments = unappliedPayments
    .filter(({ state }) => state === "returned")
    .map((payment) => ({ id: payment.id, text: returnedPaymentText(payment) }));
  const hasMismatch = unappliedPayments.some(({ state }) => state === "mismatch");
  const overview = overviewOf(order, party, names, at, { hasMismatch, isSellerAway, mayReview });
  const { isUnderReview } = overview;
  const transitions = transitionsFor(order, party, at)
    .filter((name) => labelsOf(name) !== null)
    .map(
      (name): OfferedTransition => ({
        name,
        consequence: isUnderReview ? null : consequenceOf(name, order, party, names),
      }),
    );
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
      hold: order.hold,
      title: order.title,
      packageId: order.packageId,
      packageTitle: order.packageTitle,
      lines: order.lines ?? undefined,
      deliveryDays: order.deliveryDays,
      revisions: order.revisions,
      revisionsUsed: order.revisionsUsed,
      requirements: order.requirements,
      questions: order.questions,
      answers: order.answers,
      refundDays: order.refundDays,
    },
    /** What was agreed in an offer. */
    offer: offer && {
      ...{ id: offer.id, edition: offer.edition },
      ...(offer.isRemoved
        ? { text: removedMessage, features: [] }
        : { text: offer.text, features: offer.features }),
    },
    refundWindow: refundWindowOf(order, at),
    gig: { slug: gig.slug, imageUrl: gig.imageUrl },
    again: party === "buyer" ? orderAgain(order, gig) : null,
    otherParty: party === "buyer" ? seller : buyer,
    /** How a sentence names the other party. */
    otherName: party === "buyer" ? names.seller : names.buyer,
    seller,
    /** The seller's public page; null if it cannot be shown. */
    sellerPage: sellerHasPage && seller.username !== null ? sellerPagePath(seller.username) : null,
    events,
    delivery: lastDelivery(events),
    transitions,
    request: openRequest(order, events, transitions),
    /** The seller's reason, for the buyer of an order that was declined; null otherwise. */
    declined: party === "buyer" ? (events.find(({ kind }) => kind === "declined") ?? null) : null,
    ...overview,
    next: isReturnedUnpaid && !isUnderReview ? "Cancelled." : overview.next,
    returnedPayments,
    extras: extrasFor(record, party, isUnderReview || (party === "buyer" && hasMismatch)),
    deadlines: (isUnderReview ? [] : deadlinesOf(order, party, names.buyer, at)) satisfies Deadline[],
  };
}

export type OrderView = ReturnType<typeof orderView>;

/**
 * The extra that the seller offers, and what the buyer can add (docs/specification.md#added-extras); null if
 * nothing can be added.
 */
function extrasFor({ order, gig, orderExtras }: OrderRecord, party: Party, isUnderReview: boolean) {
  if (isUnderReview || refusalToAdd(order) !== null) return null;
  const shown = ({ id, title, priceCents, days }: Extra & { id: string }) => ({
    id,
    title,
    priceCents,
    days,
  });
  const offered = orderExtras.find(({ state }) => state === "offered");
  return {
    party,
    looksElsewhere: party === "buyer" && offered !== undefined && looksElsewhere(offered.title),
    offered: offered ? shown(offered) : null,
    choices: party === "buyer" ? choicesFor(order, { ...gig, sellerId: order.sellerId }).map(shown) : [],
  };
}

/**
 * When a refund can be requested; null if the order was cancelled or refunded, or a request is open. `until`:
 * UTC ms; null if the window has not started. @param at UTC ms
 */
function refundWindowOf(order: OrderState, at: number): { until: number | null; isOver: boolean } | null {
  if (order.status === "cancelled" || order.hold === "refund" || isReturned(order)) return null;
  const until = refundUntil(order);
  return { until, isOver: until !== null && at > until };
}

function lastDelivery(events: TimelineEvent[]): Delivery | null {
  const deliveries = events.filter(({ kind }) => kind === "delivered");
  const event = deliveries.at(-1);
  return event ? { event, count: deliveries.length } : null;
}

/**
 * What changed between the version that a party saw and their transition.
 * @param at UTC ms @param timeZone the party's; null: UTC
 */
export function whatChangedSince(
  {
    order,
    buyer,
    seller,
    events,
  }: Omit<OrderRecord, "files" | "unappliedPayments" | "isSellerAway" | "orderExtras" | "gig" | "offer">,
  version: number,
  wanted: TransitionName,
  party: Party,
  at: number,
  timeZone: string | null,
): string {
  const changes = events
    .filter(({ seq, kind }) => seq > version && (kind !== "transferred" || party === "seller"))
    .map((event) => ({
      seq: event.seq,
      kind: event.kind as OrderEventKind,
      at: event.at,
      by: event.actorId === null ? null : (partyOf(order, event.actorId) ?? ("operator" as const)),
    }));
  const isPossible = refusalToTransition(wanted, order, party, at) === null;
  const names = { buyer: nameInSentence(buyer), seller: nameInSentence(seller) };
  return whatChanged(changes, wanted, { status: order.status, isPossible }, { party, names, at, timeZone });
}

/**
 * The event that the viewer must answer, with its note: the other party's request for a cancellation, a
 * refund, more time or changes; null if there is none.
 */
function openRequest(
  { hold, stage }: Pick<OrderState, "hold" | "stage">,
  events: TimelineEvent[],
  transitions: OfferedTransition[],
): TimelineEvent | null {
  if (!transitions.some(({ name }) => isAnswer(name) || name === "deliver")) return null;
  const kind =
    hold === "cancellation"
      ? "cancellation_requested"
      : hold === "refund"
        ? "refund_requested"
        : transitions.some(({ name }) => name === "allow-time")
          ? "time_requested"
          : stage === "in_revision"
            ? "revision_requested"
            : null;
  return events.findLast((event) => event.kind === kind && event.note !== null) ?? null;
}

/** True if the transition answers an open request. */
export function isAnswer(name: TransitionName): boolean {
  if (name === "allow-time" || name === "keep-date") return true;
  const { hold } = transitionOf(name);
  return (hold === "cancellation" || hold === "refund") && name !== "withdraw-refund";
}

function timeline(
  { order, events, files }: OrderRecord,
  names: { buyer: string; seller: string },
  now: number,
): TimelineEvent[] {
  const nameOf = (id: string | null) =>
    id === null
      ? null
      : id === order.buyerId
        ? names.buyer
        : id === order.sellerId
          ? names.seller
          : `${brand} support`;
  const { priceCents, cardCents } = receiptOf(order);
  const added = events.reduce(
    (sum, { kind, cents }) => (kind === "extra_added" ? sum + (cents ?? 0) : sum),
    0,
  );
  const amounts: Record<string, number> = { placed: priceCents - added, paid: cardCents - added };
  const passed = passedDates(events, order, now);
  return events.flatMap(({ seq, kind, at, actorId, note, cents, days, dueAt }, index): TimelineEvent[] => [
    {
      seq,
      kind,
      at,
      actor: nameOf(actorId),
      note,
      // A lost dispute that only pays an earlier refund changes no amount.
      cents: cents === 0 ? null : (cents ?? amounts[kind] ?? null),
      days,
      lateMs: kind === "delivered" ? latenessOf(events, index) : 0,
      dueOn: kind === "time_allowed" ? extendedDate({ deliveryDate: dueAt, askedDays: days }, at) : null,
      files: files
        .filter((file) => file.seq === seq)
        .map(({ id, name, bytes }) => ({ id, seq, name, bytes })),
    },
    ...passed.filter((date) => date.seq === seq).map((date) => datePassed(date)),
  ]);
}

/** The entry of a due date that passed before the work was delivered. */
function datePassed({ seq, at }: { seq: number; at: number }): TimelineEvent {
  const empty = { actor: null, note: null, cents: null, days: null, lateMs: 0, dueOn: null, files: [] };
  return { ...empty, seq, kind: "date_passed", at };
}
