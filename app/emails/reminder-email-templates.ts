import type { MailTemplate } from "#app/emails/mail-data.ts";
import { dueSentence, orderMail } from "#app/emails/order-mail.ts";
import { shortId } from "#app/orders/order.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** E-mails that remind of the deadlines of an order (docs/specification.md#email-kinds). */
export const reminderMailTemplates = {
  requirements_reminder: orderMail((order) => ({
    subject: `${order.seller} waits for your answers`,
    paragraphs: [`please answer the questions about “${order.title}”, so that the work can start.`],
    label: "Answer the questions",
  })),
  delivery_reminder: orderMail((order) => ({
    subject: `Your delivery of order ${shortId(order.id)} waits`,
    paragraphs: [`${order.seller} has delivered “${order.title}”. Accept the work or request a revision.`],
    label: "See the delivery",
  })),
  completes_tomorrow: orderMail((order) => ({
    subject: `Order ${shortId(order.id)} completes tomorrow`,
    paragraphs: [
      `“${order.title}” was delivered and completes by itself tomorrow. If something is missing, request a revision now.`,
    ],
    label: "See the delivery",
  })),
  due_tomorrow: orderMail((order) => ({
    subject: `Order ${shortId(order.id)} is due tomorrow`,
    paragraphs: [`“${order.title}” for ${order.buyer} is due soon.`, dueSentence(order)],
  })),
  late: orderMail((order) => ({
    subject: `Order ${shortId(order.id)} is late`,
    paragraphs:
      order.reader === "seller"
        ? [`“${order.title}” was due and is not delivered. Deliver it, or write to ${order.buyer}.`]
        : [
            `“${order.title}” was due and is not delivered yet. ${order.seller} has been told; write to them, or ask to cancel.`,
          ],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;
