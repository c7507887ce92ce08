import { brand } from "#app/brand.ts";
import { dollars } from "#app/lib/money.ts";
import { isLate } from "#app/orders/clocks.ts";
import { moreDays } from "#app/orders/more-days.ts";
import { isReturned, type OrderState, type Party } from "#app/orders/order.ts";

const support = `${brand} support`;
const reviewing = `${support} is reviewing this.`;

type Names = { buyer: string; seller: string };

/**
 * The next step and who must take it, worded for this reader.
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

function duringHold(order: OrderState, reader: Party | "operator", names: Names): string | null {
  const { hold, heldBy } = order;
  if (hold === "dispute")
    return "The cardholder's bank has opened a dispute about this payment. Nothing changes until the bank has decided.";
  if (hold === "refund" && heldBy === "seller")
    return reader === "seller"
      ? `You declined the refund. ${reviewing}`
      : reader === "buyer"
        ? `${names.seller} declined the refund. ${reviewing}`
        : `${names.seller} declined the refund that ${names.buyer} asked for. You decide now.`;
  if (hold === "refund")
    return reader === "seller"
      ? `${names.buyer} asked for a refund. Accept or decline. If you two don't agree, ${support} decides.`
      : reader === "buyer"
        ? `You asked for a refund. ${names.seller} can accept it. If not, ${support} decides.`
        : `${names.buyer} asked for a refund. ${names.seller} can answer, or you decide.`;
  if (hold === "cancellation") {
    const asker = heldBy === "seller" ? names.seller : names.buyer;
    const other = heldBy === "seller" ? names.buyer : names.seller;
    if (reader === heldBy) return `You asked to cancel. ${other} can accept or decline.`;
    if (reader === "operator")
      return `${asker} asked to cancel. ${other} can accept or decline, or you decide.`;
    return `${asker} asked to cancel this order. Accept or decline. The deadline is paused until then.`;
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
        ? "Your payment was refunded in full. This order is closed."
        : "Your payment is being refunded in full. This order is closed.",
      `${names.buyer} gets a full refund. This order is closed.`,
      done ? "Refunded in full." : "A full refund is on its way.",
    );
  }
  const refundedCents = order.refundedCashCents + order.refundedCreditCents;
  if (status === "completed") {
    const partly =
      refundedCents > 0
        ? ` ${dollars(refundedCents)} of the price is refunded to ${reader === "buyer" ? "you" : names.buyer}.`
        : "";
    return textFor(
      `This order is completed.${partly} ${mayReview ? `How did it go? Leave ${names.seller} a review.` : "There is nothing left to do."}`,
      `This order is completed.${partly} There is nothing left to do.`,
      `This order is completed.${partly}`,
    );
  }
  if (status === "in progress") return inProgress(order, textFor, names, at);
  if (paymentStatus !== "paid")
    return textFor(
      `Complete your payment so that ${names.seller} can start.`,
      `${names.buyer} has not paid yet. There is nothing for you to do.`,
      `${names.buyer} has not paid yet.`,
    );
  if (stage === "awaiting_requirements")
    return textFor(
      `Answer ${names.seller}'s questions so that work can start.`,
      `${names.buyer} has paid but hasn't answered your questions yet. You can start without the answers.`,
      `${names.buyer} has paid but hasn't answered ${names.seller}'s questions yet.`,
    );
  return textFor(
    `You have paid. Next, ${names.seller} starts working.`,
    `${names.buyer} has paid. Start working when you are ready.`,
    `Paid. Next, ${names.seller} starts working.`,
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
      `${names.seller} delivered the work. Review it, then accept it or ask for changes.`,
      `You delivered the work. ${names.buyer} can accept it or ask for changes.`,
      `Delivered. ${names.buyer} can accept it or ask for changes.`,
    );
  const late = isLate(order, at);
  if (order.askedDays !== null) return timeAsked(moreDays(order.askedDays), textFor, names, late);
  if (order.stage === "in_revision")
    return textFor(
      `${names.seller} is working on your revision.${late ? " It is late." : ""}`,
      `${names.buyer} asked for changes. Deliver again when they are done.${late ? " It is late." : ""}`,
      `${names.seller} is working on a revision.${late ? " It is late." : ""}`,
    );
  return textFor(
    late
      ? `${names.seller} is late. Write to them, or ask to cancel.`
      : `${names.seller} is working. We'll email you when they deliver.`,
    late
      ? `The work for ${names.buyer} is late. Deliver it, or write to them.`
      : `You are working for ${names.buyer}. Deliver when it is done.`,
    `${names.seller} is working.${late ? " It is late." : ""}`,
  );
}

/** @param more such as "5 more days" */
function timeAsked(
  more: string,
  textFor: (buyer: string, seller: string, operator: string) => string,
  names: Names,
  late: boolean,
): string {
  const isLateNow = late ? " It is late." : "";
  return textFor(
    `${names.seller} asks for ${more}. Allow the time or keep the date.${isLateNow}`,
    `You asked for ${more}. ${names.buyer} has not answered yet, and the clock keeps running.${isLateNow}`,
    `${names.seller} asked for ${more}. ${names.buyer} has not answered yet.${isLateNow}`,
  );
}

function cancelled(order: OrderState, isBuyer: boolean): string {
  if (order.paymentStatus === "refunded")
    return isBuyer ? "Cancelled. Your payment was refunded." : "Cancelled. The payment was refunded.";
  if (order.paymentStatus === "paid") return "Cancelled. The refund is on its way to the card that paid.";
  return "Cancelled. Nothing was charged.";
}
