import { dollars } from "#app/lib/money.ts";
import { isLate } from "#app/orders/clocks.ts";
import { isReturned, type OrderState, type Party, turnOf } from "#app/orders/order.ts";

type Names = { buyer: string; seller: string };

/**
 * What happens next and who must act, for this reader.
 * @param names display names @param at UTC ms @param mayReview true if the buyer may write a review now
 */
export function nextStep(
  order: OrderState,
  reader: Party | "operator",
  names: Names,
  at: number,
  mayReview = false,
): string {
  return duringHold(order, reader, names) ?? byStatus(order, reader, names, at, mayReview);
}

/** True if it is this party's turn. */
export function mustAct(order: OrderState, reader: Party): boolean {
  return turnOf(order) === reader;
}

function duringHold(order: OrderState, reader: Party | "operator", names: Names): string | null {
  const { hold, heldBy } = order;
  if (hold === "dispute")
    return "The cardholder's bank has opened a dispute about this payment. Nothing changes until it is decided; an operator looks after it.";
  if (hold === "refund" && heldBy === "seller")
    return reader === "seller"
      ? "You have declined the refund. An operator decides now."
      : reader === "buyer"
        ? `${names.seller} has declined the refund. An operator decides now.`
        : `${names.seller} has declined the refund that ${names.buyer} asks for. You decide now.`;
  if (hold === "refund")
    return reader === "seller"
      ? `${names.buyer} asks for a refund. Accept it or answer; an operator decides if you two do not agree.`
      : reader === "buyer"
        ? `You have asked for a refund. ${names.seller} answers; an operator decides if you two do not agree.`
        : `${names.buyer} asks for a refund. ${names.seller} answers, or you decide.`;
  if (hold === "cancellation") {
    const asker = heldBy === "seller" ? names.seller : names.buyer;
    const other = heldBy === "seller" ? names.buyer : names.seller;
    if (reader === heldBy) return `You have asked to cancel. ${other} accepts or declines.`;
    if (reader === "operator") return `${asker} asks to cancel. ${other} accepts or declines, or you decide.`;
    return `${asker} asks to cancel this order. Accept or decline; the clock stands until then.`;
  }
  return null;
}

function byStatus(
  order: OrderState,
  reader: Party | "operator",
  names: Names,
  at: number,
  mayReview: boolean,
): string {
  const { status, paymentStatus, stage } = order;
  const textFor = (buyer: string, seller: string, operator: string) =>
    reader === "buyer" ? buyer : reader === "seller" ? seller : operator;
  if (status === "cancelled") return cancelled(order, reader === "buyer");
  if (isReturned(order)) {
    const done = paymentStatus === "refunded";
    return textFor(
      done
        ? "Your payment was returned in full. This order is closed."
        : "Your payment goes back to you in full. This order is closed.",
      "The payment goes back to the buyer in full. This order is closed.",
      done ? "Refunded in full." : "The refund in full is on its way.",
    );
  }
  const refundedCents = order.refundedCashCents + order.refundedCreditCents;
  if (status === "completed") {
    const partly =
      refundedCents > 0
        ? ` ${dollars(refundedCents)} of the price go back to ${reader === "buyer" ? "you" : names.buyer}.`
        : "";
    return textFor(
      `This order is completed.${partly} ${mayReview ? `${names.seller} would like to read a review.` : "There is nothing to do."}`,
      `This order is completed.${partly} There is nothing to do.`,
      `This order is completed.${partly}`,
    );
  }
  if (status === "in progress") return inProgress(order, textFor, names, at);
  if (paymentStatus !== "paid")
    return textFor(
      `Complete your payment, so that ${names.seller} can begin. Unpaid orders are cancelled after 24 hours.`,
      `${names.buyer} has not paid yet. There is nothing to do.`,
      `${names.buyer} has not paid yet.`,
    );
  if (stage === "awaiting_requirements")
    return textFor(
      `Answer the questions of ${names.seller}, so that the work can start.`,
      `${names.buyer} has paid and still answers your questions. You may start without the answers.`,
      `${names.buyer} has paid and still answers the seller's questions.`,
    );
  return textFor(
    `You have paid. ${names.seller} starts next.`,
    `${names.buyer} has paid. Start working when you are ready.`,
    `Paid. ${names.seller} starts next.`,
  );
}

function inProgress(
  order: OrderState,
  textFor: (buyer: string, seller: string, operator: string) => string,
  names: Names,
  at: number,
): string {
  if (order.stage === "delivered")
    return textFor(
      `${names.seller} has delivered. Accept the work or request a revision; without an answer the order is completed after 7 days.`,
      `You have delivered. ${names.buyer} accepts or requests a revision; without an answer the order is completed after 7 days.`,
      `Delivered. ${names.buyer} accepts or requests a revision.`,
    );
  const late = isLate(order, at);
  if (order.stage === "in_revision")
    return textFor(
      `${names.seller} is working on your revision.${late ? " It is late." : ""}`,
      `${names.buyer} has requested a revision. Deliver again when it is done.${late ? " It is late." : ""}`,
      `${names.seller} is working on a revision.${late ? " It is late." : ""}`,
    );
  return textFor(
    late
      ? `${names.seller} is late. Write to them, or ask to cancel.`
      : `${names.seller} is working. When you have what you ordered, mark the order as complete.`,
    late
      ? `The work for ${names.buyer} is late. Deliver it, or write to them.`
      : `You are working for ${names.buyer}. Deliver when it is done.`,
    `${names.seller} is working.${late ? " It is late." : ""}`,
  );
}

function cancelled(order: OrderState, isBuyer: boolean): string {
  if (order.paymentStatus === "refunded")
    return isBuyer ? "Cancelled. Your payment was returned." : "Cancelled. The payment was returned.";
  if (order.paymentStatus === "paid") return "Cancelled. The refund is on its way to the card that paid.";
  return "Cancelled. Nothing was charged.";
}
