import type { MailContent } from "#app/emails/render-email.ts";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { type Party, shortId } from "#app/orders/order.ts";

/** What the letters about an order know. Amounts in cents, times in UTC ms. `note`, `cents`: what came with the event that is told. */
export type MailOrder = {
  id: string;
  title: string;
  /** Who is written to. */
  reader: Party;
  buyer: string;
  seller: string;
  priceCents: number;
  cashCents: number;
  creditCents: number;
  paymentStatus: string;
  questions: number;
  deliveryDate: number | null;
  note: string | null;
  cents: number | null;
  /** In the reader's zone; null: UTC. */
  timeZone: string | null;
};

type Facts = { origin: string; order: MailOrder | null };
/** The words of one letter: the subject, then paragraphs; empty ones are left out. */
type Words = { subject: string; paragraphs: (string | null)[]; label?: string; hash?: string };

/** The letters of an order's life (docs/specification.md#email-kinds). */
export const orderMailTemplates = {
  receipt: about((order) => ({
    subject: `Receipt for order ${shortId(order.id)}`,
    paragraphs: [
      `you paid ${exactDollars(order.cashCents)} by card${order.creditCents > 0 ? ` and ${exactDollars(order.creditCents)} with your credit` : ""} for “${order.title}”.`,
      order.questions > 0
        ? `${order.seller} has been told. Please answer their questions, so that the work can start.`
        : `${order.seller} has been told and starts next.`,
    ],
    label: "See the receipt",
    hash: "/receipt",
  })),
  new_order: about((order) => ({
    subject: `New order ${shortId(order.id)}: ${order.title}`,
    paragraphs: [
      `${order.buyer} has ordered and paid “${order.title}” (${exactDollars(order.priceCents)}). Start working when you are ready; an order that is not started within 14 days is cancelled and refunded.`,
    ],
  })),
  payment_failed: about((order) => ({
    subject: `The payment for order ${shortId(order.id)} failed`,
    paragraphs: [
      `your bank did not confirm the payment for “${order.title}”. Nothing was charged. You can pay again on the order's page.`,
    ],
  })),
  payment_returned: about((order) => ({
    subject: `Your payment for order ${shortId(order.id)} goes back to you`,
    paragraphs: [
      `a payment for “${order.title}” arrived that this order could not take any more. It is being refunded in full.`,
    ],
  })),
  seller_left: about((order) => ({
    subject: `Order ${shortId(order.id)} was cancelled`,
    paragraphs: [
      `whoever offered “${order.title}” has closed their account, so your order was cancelled. You had not paid, and nothing is charged.`,
    ],
  })),
  answered: about((order) => ({
    subject: `${order.buyer} has answered your questions`,
    paragraphs: [
      `the answers for “${order.title}” are on the order's page. Start working when you are ready.`,
    ],
  })),
  started: about((order) => ({
    subject: `${order.seller} has started on order ${shortId(order.id)}`,
    paragraphs: [`${order.seller} is now working on “${order.title}”.`, due(order)],
  })),
  delivered: about((order) => ({
    subject: `${order.seller} has delivered order ${shortId(order.id)}`,
    paragraphs: [
      `${order.seller} has delivered “${order.title}”.`,
      order.note,
      "Accept the work or request a revision. Without an answer the order is completed after 7 days.",
    ],
    label: "See the delivery",
  })),
  revision_requested: about((order) => ({
    subject: `${order.buyer} requests a revision of order ${shortId(order.id)}`,
    paragraphs: [`${order.buyer} would like something about “${order.title}” to be different:`, order.note],
  })),
  completed: about((order) => ({
    subject: `Order ${shortId(order.id)} is completed`,
    paragraphs: [`“${order.title}” is completed.`, order.note],
  })),
  review_wanted: about((order) => ({
    subject: `How was order ${shortId(order.id)}?`,
    paragraphs: [`“${order.title}” is completed. Tell others how it was; you have 14 days.`],
    label: "Write a review",
    hash: "#review",
  })),
  cancelled: about((order) => ({
    subject: `Order ${shortId(order.id)} was cancelled`,
    paragraphs: [
      `“${order.title}” was cancelled.`,
      order.note,
      order.reader === "buyer" && order.cents
        ? `${exactDollars(order.cents)} go back to you.`
        : "There is nothing more to do.",
    ],
  })),
  cancellation_requested: about((order) => ({
    subject: `${other(order)} asks to cancel order ${shortId(order.id)}`,
    paragraphs: [
      `${other(order)} asks to cancel “${order.title}”:`,
      order.note,
      "Accept or decline on the order's page. The clock stands until then.",
    ],
  })),
  cancellation_declined: about((order) => ({
    subject: `Order ${shortId(order.id)} goes on`,
    paragraphs: [`the request to cancel “${order.title}” was declined:`, order.note],
  })),
  refund_requested: about((order) => ({
    subject: `${order.buyer} asks for a refund of order ${shortId(order.id)}`,
    paragraphs: [
      `${order.buyer} asks for the money of “${order.title}” back:`,
      order.note,
      "Accept it or answer on the order's page. If you two do not agree, an operator decides.",
    ],
  })),
  refund_answered: about((order) => ({
    subject: `${order.seller} has answered your refund request`,
    paragraphs: [
      `${order.seller} says about “${order.title}”:`,
      order.note,
      "An operator decides now and writes to you.",
    ],
  })),
  refund_granted: about((order) => ({
    subject: `${exactDollars(order.cents ?? 0)} of order ${shortId(order.id)} go back`,
    paragraphs: [
      order.reader === "buyer"
        ? `${exactDollars(order.cents ?? 0)} of what you paid for “${order.title}” go back to you: to your card first, and what your credit paid as credit.`
        : `${exactDollars(order.cents ?? 0)} of “${order.title}” go back to ${order.buyer}.`,
      order.note,
    ],
  })),
  refund_declined: about((order) => ({
    subject: `The refund request for order ${shortId(order.id)} was declined`,
    paragraphs: [
      `an operator has looked at the refund request for “${order.title}” and declined it:`,
      order.note,
    ],
  })),
  refunded: about((order) => ({
    subject: `${exactDollars(order.cents ?? 0)} are on the way to your card`,
    paragraphs: [
      `the refund of ${exactDollars(order.cents ?? 0)} for “${order.title}” has left us. Your bank shows it within 5 to 10 days.`,
    ],
  })),
  disputed: about((order) => ({
    subject: `A card dispute about order ${shortId(order.id)}`,
    paragraphs: [
      `the bank of the card that paid “${order.title}” has opened a dispute. Nothing about the order can be changed until it is decided.`,
    ],
  })),
  dispute_won: about((order) => ({
    subject: `The dispute about order ${shortId(order.id)} is over`,
    paragraphs: [
      `the bank has decided that the payment for “${order.title}” stands. The order is as it was before the dispute.`,
    ],
  })),
  dispute_lost: about((order) => ({
    subject: `The dispute about order ${shortId(order.id)} is over`,
    paragraphs: [
      `the bank has returned ${exactDollars(order.cents ?? 0)} of the payment for “${order.title}” to the cardholder.`,
      order.paymentStatus === "refunded"
        ? "The order is closed."
        : "The rest of the order is as it was before.",
    ],
  })),
  requirements_reminder: about((order) => ({
    subject: `${order.seller} waits for your answers`,
    paragraphs: [`please answer the questions about “${order.title}”, so that the work can start.`],
    label: "Answer the questions",
  })),
  delivery_reminder: about((order) => ({
    subject: `Your delivery of order ${shortId(order.id)} waits`,
    paragraphs: [`${order.seller} has delivered “${order.title}”. Accept the work or request a revision.`],
    label: "See the delivery",
  })),
  completes_tomorrow: about((order) => ({
    subject: `Order ${shortId(order.id)} completes tomorrow`,
    paragraphs: [
      `“${order.title}” was delivered and completes by itself tomorrow. If something is missing, request a revision now.`,
    ],
    label: "See the delivery",
  })),
  due_tomorrow: about((order) => ({
    subject: `Order ${shortId(order.id)} is due tomorrow`,
    paragraphs: [`“${order.title}” for ${order.buyer} is due soon.`, due(order)],
  })),
  late: about((order) => ({
    subject: `Order ${shortId(order.id)} is late`,
    paragraphs:
      order.reader === "seller"
        ? [`“${order.title}” was due and is not delivered. Deliver it, or write to ${order.buyer}.`]
        : [
            `“${order.title}” was due and is not delivered yet. ${order.seller} has been told; write to them, or ask to cancel.`,
          ],
  })),
};

function about(words: (order: MailOrder) => Words): (facts: Facts) => MailContent {
  return ({ origin, order }) => {
    if (!order) throw new Error("A letter about an order needs its order");
    const { subject, paragraphs, label = "See the order", hash = "" } = words(order);
    const name = order.reader === "buyer" ? order.buyer : order.seller;
    return {
      subject,
      paragraphs: [`Hello ${name},`, ...paragraphs.filter((text) => text !== null)],
      link: { label, url: `${origin}/orders/${order.id}${hash}` },
    };
  };
}

function other({ reader, buyer, seller }: MailOrder): string {
  return reader === "buyer" ? seller : buyer;
}

function due({ deliveryDate, timeZone }: MailOrder): string | null {
  return deliveryDate === null ? null : `It is due on ${dateTime(deliveryDate, timeZone)}.`;
}
