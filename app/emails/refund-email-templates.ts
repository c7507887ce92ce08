import { brand } from "#app/brand.ts";
import type { MailTemplate } from "#app/emails/mail-data.ts";
import { orderMail, quoted, refundRows } from "#app/emails/order-mail.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** Emails about refunds, returned payments and disputes (docs/specification.md#email-kinds). */
export const refundMailTemplates = {
  payment_returned: orderMail((order) => ({
    subject: `We are refunding your payment for “${order.title}”`,
    paragraphs: [
      `Your payment for “${order.title}” arrived after the order could no longer take it. We are refunding it in full.`,
    ],
  })),
  credit_refused: orderMail((order) => ({
    subject: `Your credit was not accepted for “${order.title}”`,
    paragraphs: [
      `You paid for “${order.title}” with a card that another account has already used with its ${exactDollars(order.cents ?? 0)} credit. Credit works once per card, so we are refunding your payment in full.`,
      `To keep the order, pay the full price of ${exactDollars(order.receipt.priceCents)} on its page within 24 hours. You keep your credit for another order, paid with another card.`,
    ],
  })),
  refund_requested: orderMail((order) => ({
    subject: `${order.buyer} asked for a refund of “${order.title}”`,
    paragraphs: [
      `${order.buyer} asked for a refund of “${order.title}”.`,
      quoted(order),
      `Accept or decline the request on the order's page. If you two can't agree, ${brand} support decides.`,
    ],
    label: "Answer the request",
  })),
  refund_answered: orderMail((order) => ({
    subject: `${order.seller} declined your refund request for “${order.title}”`,
    paragraphs: [
      `${order.seller} declined your refund request for “${order.title}”.`,
      quoted(order),
      `${brand} support is reviewing this and will email you the decision.`,
    ],
  })),
  refund_granted: orderMail((order) => ({
    subject:
      order.reader === "buyer"
        ? `Your ${exactDollars(order.cents ?? 0)} refund for “${order.title}” was approved`
        : `${order.buyer} gets a ${exactDollars(order.cents ?? 0)} refund for “${order.title}”`,
    paragraphs: [
      order.reader === "buyer"
        ? `${order.actor} approved a refund of ${exactDollars(order.cents ?? 0)} of what you paid for “${order.title}”.`
        : `${order.actor} approved a refund of ${exactDollars(order.cents ?? 0)} for “${order.title}” to ${order.buyer}.`,
      quoted(order),
      refundRows(order),
      order.reader === "buyer" && order.refund && order.refund.cardCents > 0
        ? "We email you again when the money is on its way to your card."
        : null,
    ],
  })),
  refund_declined: orderMail((order) => ({
    subject: `The refund request for “${order.title}” was declined`,
    paragraphs: [
      `${brand} support reviewed the refund request for “${order.title}” and declined it.`,
      quoted(order),
      order.reader === "buyer"
        ? "If you think this is a mistake, write to us on the Contact page. Include the order's number, which is on its page."
        : null,
    ],
  })),
  refund_withdrawn: orderMail((order) => ({
    subject: `The refund request for “${order.title}” was withdrawn`,
    paragraphs: [
      `${order.actor} withdrew the refund request for “${order.title}”. The order continues, and its deadlines run again.`,
      quoted(order),
    ],
  })),
  refunded: orderMail((order) => ({
    subject: `Your ${exactDollars(order.cents ?? 0)} refund for “${order.title}” is on its way`,
    paragraphs: [
      `We sent your ${exactDollars(order.cents ?? 0)} refund for “${order.title}” to your card. It can take your bank 5 to 10 days to show it.`,
    ],
  })),
  disputed: orderMail((order) => ({
    subject: `A card dispute was opened about “${order.title}”`,
    paragraphs: [
      `The bank of the card that paid for “${order.title}” opened a dispute. The order can't be changed until the bank has decided.`,
    ],
  })),
  dispute_won: orderMail((order) => ({
    subject: `The bank upheld the payment for “${order.title}”`,
    paragraphs: [
      `The bank upheld the payment for “${order.title}”. The order continues as it was before the dispute.`,
    ],
  })),
  dispute_lost: orderMail((order) => ({
    subject: `The bank returned the payment for “${order.title}”`,
    paragraphs: [
      `The bank returned ${exactDollars(order.cents ?? 0)} of the payment for “${order.title}” to the cardholder.`,
      order.receipt.refundedCents === order.receipt.priceCents
        ? "The order is closed."
        : "The rest of the order continues as it was before the dispute.",
      refundRows(order),
    ],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;
