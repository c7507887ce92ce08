import type { MailPart } from "#app/emails/mail-content.ts";
import type { MailOrder, MailTemplate } from "#app/emails/mail-data.ts";
import { amounts, dueSentence, earningRows, orderMail, quoted, refundRows } from "#app/emails/order-mail.ts";
import { daysText } from "#app/gigs/gig.ts";
import { date } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { moreDays } from "#app/orders/more-days.ts";
import { lineRows } from "#app/orders/order-lines.ts";
import { transitions } from "#app/orders/transitions.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** Emails about the life of an order (docs/specification.md#email-kinds). */
export const orderMailTemplates = {
  receipt: orderMail((order) => ({
    subject: `Your receipt for “${order.title}”`,
    paragraphs: [
      `You paid for “${order.title}” by ${order.seller}.`,
      amounts([
        ...lineRows(order.lines),
        ["Price", order.receipt.priceCents],
        ["Paid with credit", order.receipt.creditCents],
        ["Paid by card", order.receipt.cardCents],
      ]),
      order.questions > 0
        ? `We've let ${order.seller} know. Please answer their questions so that work can start.`
        : `We've let ${order.seller} know. Work starts next.`,
    ],
    label: "See the receipt",
    hash: "/receipt",
  })),
  new_order: orderMail((order) => ({
    subject: `New order: “${order.title}”`,
    paragraphs: [
      `${order.buyer} ordered and paid for “${order.title}”.`,
      earningRows(order, "You earn", lineRows(order.lines)),
      `Start working when you are ready. If you don't start within 14 days, we'll cancel the order and refund ${order.buyer} automatically.`,
    ],
  })),
  payment_failed: orderMail((order) => ({
    subject: `Your payment for “${order.title}” failed`,
    paragraphs: [
      `Your bank did not confirm the payment for “${order.title}”. You were not charged. You can pay again on the order's page.`,
    ],
  })),
  seller_left: orderMail((order) => ({
    subject: `“${order.title}” was cancelled: the seller left`,
    paragraphs: [
      `The seller of “${order.title}” closed their account, so we cancelled your order. You had not paid yet, and you will not be charged.`,
    ],
  })),
  answered: orderMail((order) => ({
    subject: `${order.buyer} answered your questions about “${order.title}”`,
    paragraphs: [
      `${order.buyer} answered your questions about “${order.title}”. Start working when you are ready.`,
    ],
    label: "See the answers",
  })),
  started: orderMail((order) => ({
    subject: `${order.seller} started work on “${order.title}”`,
    paragraphs: [`${order.seller} started work on “${order.title}”.`, dueSentence(order)],
  })),
  delivered: orderMail((order) => ({
    subject: `${order.seller} delivered “${order.title}”`,
    paragraphs: [
      `${order.seller} delivered “${order.title}”.`,
      quoted(order),
      "Accept the delivery or ask for a revision. If you do neither within 7 days, the order is completed automatically.",
    ],
    label: "See the delivery",
  })),
  revision_requested: orderMail((order) => ({
    subject: `${order.buyer} asked for a revision of “${order.title}”`,
    paragraphs: [`${order.buyer} asked for changes to “${order.title}”.`, quoted(order), dueSentence(order)],
  })),
  completed: orderMail((order) => ({
    subject: `“${order.title}” is complete`,
    paragraphs: [
      completedSentence(order),
      quoted(order),
      ...(order.reader === "seller" ? [earningRows(order), clearingSentence(order)] : []),
    ],
  })),
  review_wanted: orderMail((order) => ({
    subject: `How was “${order.title}”?`,
    paragraphs: [
      `Your order “${order.title}” is complete. How did it go? Leave ${order.seller} a review within 14 days.`,
    ],
    label: "Write a review",
    hash: "#review",
  })),
  cancelled: orderMail((order) => ({
    subject: `“${order.title}” was cancelled`,
    paragraphs: [
      cancelledSentence(order),
      order.actorRole === "clock" ? null : quoted(order),
      ...refundOf(order),
    ],
  })),
  declined: orderMail((order) => ({
    subject: `${order.actor} declined “${order.title}”`,
    paragraphs: [
      `${order.actor} declined the order “${order.title}” before starting it.`,
      quoted(order),
      ...refundOf(order),
    ],
  })),
  time_requested: orderMail((order) => ({
    subject: `${order.actor} asks for ${moreDays(order.days ?? 0)} for “${order.title}”`,
    paragraphs: [
      `${order.actor} asks for ${moreDays(order.days ?? 0)} for “${order.title}”.`,
      quoted(order),
      order.reader === "buyer"
        ? "Allow the time or keep the date. Until you answer, the delivery date stays as it is."
        : `${order.buyer} can allow the time or keep the date. Until then the delivery date stays as it is.`,
      dueSentence(order),
    ],
    label: order.reader === "buyer" ? "Answer the request" : "See the order",
  })),
  time_allowed: orderMail((order) => ({
    subject: `${order.actor} allowed ${moreDays(order.days ?? 0)} for “${order.title}”`,
    paragraphs: [
      `${order.actor} allowed ${moreDays(order.days ?? 0)} for “${order.title}”.`,
      quoted(order),
      dueSentence(order),
    ],
  })),
  date_kept: orderMail((order) => ({
    subject: `${order.actor} keeps the delivery date of “${order.title}”`,
    paragraphs: [
      `${order.actor} did not allow more time for “${order.title}”, so the delivery date stays as it is.`,
      quoted(order),
      dueSentence(order),
    ],
  })),
  extra_offered: orderMail((order) => ({
    subject: `${order.seller} offers an extra for “${order.title}”`,
    paragraphs: [
      `${order.seller} offers to add this to your order “${order.title}”:`,
      quoted(order),
      amounts([["Price", order.cents ?? 0]]),
      order.days ? `It adds ${daysText(order.days)} to the delivery time.` : null,
      "You can add it and pay for it on the order's page until the work is delivered. Your order continues either way.",
    ],
    label: "See the extra",
    hash: "#extras",
  })),
  extra_declined: orderMail((order) => ({
    subject: `${order.buyer} declined your extra for “${order.title}”`,
    paragraphs: [
      `${order.buyer} does not want to add this to the order “${order.title}”. The order continues as agreed.`,
      order.note === null ? null : { quote: order.note, by: order.seller },
    ],
  })),
  extra_added: orderMail((order) => ({
    subject:
      order.reader === "buyer"
        ? `Your receipt for an extra on “${order.title}”`
        : `${order.buyer} added an extra to “${order.title}”`,
    paragraphs: [
      order.reader === "buyer"
        ? `You paid for an extra on “${order.title}” by ${order.seller}.`
        : `${order.buyer} added an extra to “${order.title}” and paid for it.`,
      amounts([[order.note ?? "The extra", order.cents ?? 0]]),
      order.days ? `The order now has ${moreDays(order.days)}.` : null,
      dueSentence(order),
    ],
    label: order.reader === "buyer" ? "See the receipt" : "See the order",
    hash: order.reader === "buyer" ? "/receipt" : "",
  })),
  extra_returned: orderMail((order) => ({
    subject: `We are refunding your extra on “${order.title}”`,
    paragraphs: [
      `Your payment for an extra on “${order.title}” arrived when nothing could be added to the order. We are refunding it in full.`,
      "This changes nothing else about your order.",
    ],
  })),
  cancellation_requested: orderMail((order) => ({
    subject: `${order.actor} asked to cancel “${order.title}”`,
    paragraphs: [
      `${order.actor} asked to cancel “${order.title}”.`,
      quoted(order),
      "Accept or decline on the order's page. The deadline is paused until then.",
    ],
    label: "Answer the request",
  })),
  cancellation_declined: orderMail((order) => ({
    subject: `${order.actor} declined to cancel “${order.title}”`,
    paragraphs: [
      `${order.actor} declined your request to cancel “${order.title}”, so the order continues.`,
      quoted(order),
    ],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;

function clearingSentence({ clearsAt, timeZone }: MailOrder): string | null {
  return clearsAt === null
    ? null
    : `Your earnings clear on ${date(clearsAt, timeZone)} unless there is a refund request or a dispute. Then we send them.`;
}

/** Who completed an order, never the reader; or that no one answered the delivery in time. */
function completedSentence({ actorRole, reader, actor, title }: MailOrder): string {
  const order = `${reader === "buyer" ? "your" : "the"} order “${title}”`;
  if (actorRole !== "clock") return `${actor} completed ${order}.`;
  const [who, what] = reader === "buyer" ? ["You", "the"] : ["The buyer", "your"];
  return `We completed ${order} automatically. ${who} did not answer ${what} delivery within 7 days.`;
}

/** Who cancelled an order, never the reader; or which deadline had passed. */
function cancelledSentence(order: MailOrder): string {
  const { actorRole, reader, actor, title, note, refund, wasAsked, seller } = order;
  const which = `${reader === "buyer" ? "your" : "the"} order “${title}”`;
  if (actorRole !== "clock") return `${actor} ${wasAsked ? "agreed to cancel" : "cancelled"} ${which}.`;
  if (refund)
    return `We cancelled ${which}, because ${reader === "seller" ? "you" : seller} did not start it within 14 days.`;
  const why = note === transitions["payment-expired"].note ? ", because it was not paid within 24 hours" : "";
  return `We cancelled ${which}${why}.`;
}

/** What a cancelled order refunds, and that the buyer does not have to do anything. */
function refundOf(order: MailOrder): (MailPart | null)[] {
  if (!order.refund) return ["You don't need to do anything."];
  const card = order.refund.cardCents > 0 ? " It can take a bank 5 to 10 days to show it." : "";
  return [
    order.reader === "buyer"
      ? `We are refunding you ${exactDollars(order.cents ?? 0)}.${card} You don't need to do anything.`
      : `We are refunding ${exactDollars(order.cents ?? 0)} to ${order.buyer}.`,
    refundRows(order),
  ];
}
