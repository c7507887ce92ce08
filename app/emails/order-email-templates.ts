import type { MailTemplate } from "#app/emails/mail-data.ts";
import { dueSentence, orderMail, otherParty } from "#app/emails/order-mail.ts";
import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** E-mails about the life of an order (docs/specification.md#email-kinds). */
export const orderMailTemplates = {
  receipt: orderMail((order) => ({
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
  new_order: orderMail((order) => ({
    subject: `New order ${shortId(order.id)}: ${order.title}`,
    paragraphs: [
      `${order.buyer} has ordered and paid “${order.title}” (${exactDollars(order.priceCents)}). Start working when you are ready; an order that is not started within 14 days is cancelled and refunded.`,
    ],
  })),
  payment_failed: orderMail((order) => ({
    subject: `The payment for order ${shortId(order.id)} failed`,
    paragraphs: [
      `your bank did not confirm the payment for “${order.title}”. Nothing was charged. You can pay again on the order's page.`,
    ],
  })),
  seller_left: orderMail((order) => ({
    subject: `Order ${shortId(order.id)} was cancelled`,
    paragraphs: [
      `whoever offered “${order.title}” has closed their account, so your order was cancelled. You had not paid, and nothing is charged.`,
    ],
  })),
  answered: orderMail((order) => ({
    subject: `${order.buyer} has answered your questions`,
    paragraphs: [
      `the answers for “${order.title}” are on the order's page. Start working when you are ready.`,
    ],
  })),
  started: orderMail((order) => ({
    subject: `${order.seller} has started on order ${shortId(order.id)}`,
    paragraphs: [`${order.seller} is now working on “${order.title}”.`, dueSentence(order)],
  })),
  delivered: orderMail((order) => ({
    subject: `${order.seller} has delivered order ${shortId(order.id)}`,
    paragraphs: [
      `${order.seller} has delivered “${order.title}”.`,
      order.note,
      "Accept the work or request a revision. Without an answer the order is completed after 7 days.",
    ],
    label: "See the delivery",
  })),
  revision_requested: orderMail((order) => ({
    subject: `${order.buyer} requests a revision of order ${shortId(order.id)}`,
    paragraphs: [`${order.buyer} would like something about “${order.title}” to be different:`, order.note],
  })),
  completed: orderMail((order) => ({
    subject: `Order ${shortId(order.id)} is completed`,
    paragraphs: [`“${order.title}” is completed.`, order.note],
  })),
  review_wanted: orderMail((order) => ({
    subject: `How was order ${shortId(order.id)}?`,
    paragraphs: [`“${order.title}” is completed. Tell others how it was; you have 14 days.`],
    label: "Write a review",
    hash: "#review",
  })),
  cancelled: orderMail((order) => ({
    subject: `Order ${shortId(order.id)} was cancelled`,
    paragraphs: [
      `“${order.title}” was cancelled.`,
      order.note,
      order.reader === "buyer" && order.cents
        ? `${exactDollars(order.cents)} go back to you.`
        : "There is nothing more to do.",
    ],
  })),
  cancellation_requested: orderMail((order) => ({
    subject: `${otherParty(order)} asks to cancel order ${shortId(order.id)}`,
    paragraphs: [
      `${otherParty(order)} asks to cancel “${order.title}”:`,
      order.note,
      "Accept or decline on the order's page. The clock stands until then.",
    ],
  })),
  cancellation_declined: orderMail((order) => ({
    subject: `Order ${shortId(order.id)} goes on`,
    paragraphs: [`the request to cancel “${order.title}” was declined:`, order.note],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;
