import type { PackageKey } from "#app/gigs/package.ts";
import { exactDollars } from "#app/lib/money.ts";
import { isLate } from "#app/orders/clocks.ts";
import { type Deadline, deadlinesOf } from "#app/orders/deadline-texts.ts";
import { nextStep } from "#app/orders/next-step.ts";
import type { OrderQuestion, OrderState, Party } from "#app/orders/order.ts";
import type { OrderFileView } from "#app/orders/order-file.ts";
import { moneyBy, wordsOf } from "#app/orders/page/transition-words.ts";
import { type Receipt, receiptOf } from "#app/orders/receipt.ts";
import { refundUntil } from "#app/orders/refund-window.ts";
import { type TransitionName, transitionsFor } from "#app/orders/transitions.ts";
import { displayName, type Person } from "#app/profiles/profile.ts";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";

/** One line of the timeline. `who` null: the product itself. Cents; UTC ms. */
export type TimelineEvent = {
  seq: number;
  kind: string;
  at: number;
  who: string | null;
  note: string | null;
  cents: number | null;
  files: OrderFileView[];
};

/** What a form of the order was answered with: what is wrong by field, and all that was typed. */
export type TransitionReply = { move: TransitionName; errors: FormErrors; kept: Record<string, string> };

/** Money that came in for an order, and that it has not taken (payments.server.ts, `listNotTaken`). Cents. */
export type NotTaken = {
  id: string;
  state: "returned" | "mismatch";
  cents: number;
  differs: boolean;
  refund: "due" | "sent" | "confirmed" | "failed" | null;
};

/** An order as it lies in the database, with all that hangs on it. */
export type Found = {
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
  /** For the buyer alone. */
  notTaken: NotTaken[];
};

/** A move that the reader may make now, with what it does to the money. */
export type OfferedTransition = { name: TransitionName; money: string | null };

/** True while nobody should pay for an order, because an operator looks into a payment of it. */
export function isExamined(order: Pick<OrderState, "paymentStatus">, hasMismatch: boolean): boolean {
  return hasMismatch && (order.paymentStatus === "pending" || order.paymentStatus === "failed");
}

/** What the buyer of such an order is told in place of the next step. */
export function nextOfExamined({ status }: Pick<OrderState, "status">): string {
  const said = "We look into your payment. Do not pay again.";
  return status === "cancelled" ? `Cancelled. ${said}` : said;
}

/** What becomes of money that goes back: it came too late, or (`differs`) it was not what the order costs. */
export function returnSentence({ cents, differs, refund }: Omit<NotTaken, "id" | "state">): string {
  const why = differs ? "did not fit this order" : "came too late";
  const said = `A payment of ${exactDollars(cents)} ${why}; it goes back to you.`;
  if (refund === "confirmed") return `${said} The refund was sent to your card.`;
  if (refund === "failed") return `${said} The refund did not go through at once; we look into it.`;
  return `${said} The refund is on its way.`;
}

/**
 * The page of an order for one of its two parties.
 * @param at UTC ms @param timeZone the reader's; null: UTC @param mayReview whether the reader may review it now
 */
export function orderView(
  found: Found,
  party: Party,
  at: number,
  timeZone: string | null,
  mayReview: boolean,
) {
  const { order, gig, buyer, seller, notTaken } = found;
  const examined = isExamined(
    order,
    notTaken.some(({ state }) => state === "mismatch"),
  );
  const late = notTaken
    .filter(({ state }) => state === "returned")
    .map((payment) => ({ id: payment.id, said: returnSentence(payment) }));
  const names = { buyer: displayName(buyer), seller: displayName(seller) };
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
    amounts: receiptOf(order) satisfies Receipt,
    refundUntil: refundUntil(order),
    late: isLate(order, at),
    gig: { slug: gig.slug, imageUrl: gig.imageUrl },
    other: party === "buyer" ? seller : buyer,
    events: timeline(found, names),
    moves: transitionsFor(order, party, at)
      .filter((name) => wordsOf(name) !== null)
      .map((name): OfferedTransition => ({ name, money: examined ? null : moneyBy(name, order) })),
    next: examined
      ? nextOfExamined(order)
      : late.length > 0 && order.status === "cancelled" && order.paidAt === null
        ? "Cancelled."
        : nextStep(order, party, names, at, mayReview),
    latePayments: late,
    isExamined: examined,
    deadlines: (examined ? [] : deadlinesOf(order, at)) satisfies Deadline[],
  };
}

export type OrderView = ReturnType<typeof orderView>;

function timeline(
  { order, events, files }: Found,
  names: { buyer: string; seller: string },
): TimelineEvent[] {
  const whoIs = (id: string | null) =>
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
    who: whoIs(actorId),
    note,
    cents: cents ?? amounts[kind] ?? null,
    files: files.filter((file) => file.seq === seq).map(({ id, name, bytes }) => ({ id, seq, name, bytes })),
  }));
}
