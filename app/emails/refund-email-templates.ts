import type { MailTemplate } from "#app/emails/mail-data.ts";
import { orderMail } from "#app/emails/order-mail.ts";
import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** E-mails about refunds, returned payments and disputes (docs/specification.md#email-kinds). */
export const refundMailTemplates = {
  payment_returned: orderMail((order) => ({
    subject: `Your payment for order ${shortId(order.id)} goes back to you`,
    paragraphs: [
      `a payment for “${order.title}” arrived that this order could not take any more. It is being refunded in full.`,
    ],
  })),
  refund_requested: orderMail((order) => ({
    subject: `${order.buyer} asks for a refund of order ${shortId(order.id)}`,
    paragraphs: [
      `${order.buyer} asks for the money of “${order.title}” back:`,
      order.note,
      "Accept it or answer on the order's page. If you two do not agree, an operator decides.",
    ],
  })),
  refund_answered: orderMail((order) => ({
    subject: `${order.seller} has answered your refund request`,
    paragraphs: [
      `${order.seller} says about “${order.title}”:`,
      order.note,
      "An operator decides now and writes to you.",
    ],
  })),
  refund_granted: orderMail((order) => ({
    subject: `${exactDollars(order.cents ?? 0)} of order ${shortId(order.id)} go back`,
    paragraphs: [
      order.reader === "buyer"
        ? `${exactDollars(order.cents ?? 0)} of what you paid for “${order.title}” go back to you: to your card first, and what your credit paid as credit.`
        : `${exactDollars(order.cents ?? 0)} of “${order.title}” go back to ${order.buyer}.`,
      order.note,
    ],
  })),
  refund_declined: orderMail((order) => ({
    subject: `The refund request for order ${shortId(order.id)} was declined`,
    paragraphs: [
      `an operator has looked at the refund request for “${order.title}” and declined it:`,
      order.note,
    ],
  })),
  refunded: orderMail((order) => ({
    subject: `${exactDollars(order.cents ?? 0)} are on the way to your card`,
    paragraphs: [
      `the refund of ${exactDollars(order.cents ?? 0)} for “${order.title}” has left us. Your bank shows it within 5 to 10 days.`,
    ],
  })),
  disputed: orderMail((order) => ({
    subject: `A card dispute about order ${shortId(order.id)}`,
    paragraphs: [
      `the bank of the card that paid “${order.title}” has opened a dispute. Nothing about the order can be changed until it is decided.`,
    ],
  })),
  dispute_won: orderMail((order) => ({
    subject: `The dispute about order ${shortId(order.id)} is over`,
    paragraphs: [
      `the bank has decided that the payment for “${order.title}” stands. The order is as it was before the dispute.`,
    ],
  })),
  dispute_lost: orderMail((order) => ({
    subject: `The dispute about order ${shortId(order.id)} is over`,
    paragraphs: [
      `the bank has returned ${exactDollars(order.cents ?? 0)} of the payment for “${order.title}” to the cardholder.`,
      order.paymentStatus === "refunded"
        ? "The order is closed."
        : "The rest of the order is as it was before.",
    ],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;
