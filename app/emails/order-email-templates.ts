import type { MailTemplate } from "#app/emails/mail-data.ts";
import { dueSentence, orderMail, otherParty } from "#app/emails/order-mail.ts";
import { exactDollars } from "#app/lib/money.ts";
import { moreDays } from "#app/orders/more-days.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** Emails about the life of an order (docs/specification.md#email-kinds). */
export const orderMailTemplates = {
  receipt: orderMail((order) => ({
    subject: `Your receipt for “${order.title}”`,
    paragraphs: [
      `You paid ${exactDollars(order.cashCents)} by card${order.creditCents > 0 ? ` and ${exactDollars(order.creditCents)} with your credit` : ""} for “${order.title}”.`,
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
      `${order.buyer} ordered and paid for “${order.title}” (${exactDollars(order.priceCents)}).`,
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
    subject: `“${order.title}” was cancelled`,
    paragraphs: [
      `The seller of “${order.title}” closed their account, so we cancelled your order. You had not paid yet, and you will not be charged.`,
    ],
  })),
  answered: orderMail((order) => ({
    subject: `${order.buyer} answered your questions`,
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
      order.note,
      "Accept the delivery or ask for a revision. If you do neither within 7 days, the order is completed automatically.",
    ],
    label: "See the delivery",
  })),
  revision_requested: orderMail((order) => ({
    subject: `${order.buyer} asked for a revision of “${order.title}”`,
    paragraphs: [`${order.buyer} asked for changes to “${order.title}”:`, order.note],
  })),
  completed: orderMail((order) => ({
    subject: `“${order.title}” is complete`,
    paragraphs: [
      `${order.reader === "buyer" ? "Your" : "The"} order “${order.title}” is complete.`,
      order.note,
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
      `${order.reader === "buyer" ? "Your" : "The"} order “${order.title}” was cancelled.`,
      order.note,
      order.reader === "buyer" && order.cents
        ? `We are refunding you ${exactDollars(order.cents)}.`
        : "There is nothing you need to do.",
    ],
  })),
  declined: orderMail((order) => ({
    subject: `${order.actor} declined “${order.title}”`,
    paragraphs: [
      `${order.actor} declined the order “${order.title}” before starting it:`,
      order.note,
      order.reader === "buyer"
        ? `We are refunding you ${exactDollars(order.cents ?? 0)}. You don't need to do anything.`
        : `We are refunding ${exactDollars(order.cents ?? 0)} to ${order.buyer}.`,
    ],
  })),
  time_requested: orderMail((order) => ({
    subject: `${order.actor} asks for ${moreDays(order.days ?? 0)} for “${order.title}”`,
    paragraphs: [
      `${order.actor} asks for ${moreDays(order.days ?? 0)} for “${order.title}”:`,
      order.note,
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
      order.note,
      dueSentence(order),
    ],
  })),
  date_kept: orderMail((order) => ({
    subject: `${order.actor} keeps the delivery date of “${order.title}”`,
    paragraphs: [
      `${order.actor} did not allow more time for “${order.title}”, so the delivery date stays as it is.`,
      order.note,
      dueSentence(order),
    ],
  })),
  cancellation_requested: orderMail((order) => ({
    subject: `${otherParty(order)} asked to cancel “${order.title}”`,
    paragraphs: [
      `${otherParty(order)} asked to cancel “${order.title}”:`,
      order.note,
      "Accept or decline on the order's page. The deadline is paused until then.",
    ],
    label: "Answer the request",
  })),
  cancellation_declined: orderMail((order) => ({
    subject: `${otherParty(order)} declined to cancel “${order.title}”`,
    paragraphs: [
      `${otherParty(order)} declined your request to cancel “${order.title}”, so the order continues:`,
      order.note,
    ],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;
