import type { MailTemplate } from "#app/emails/mail-data.ts";
import { dueSentence, orderMail } from "#app/emails/order-mail.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** Emails that remind of an order's deadlines (docs/specification.md#email-kinds). */
export const reminderMailTemplates = {
  requirements_reminder: orderMail((order) => ({
    subject: `${order.seller} is waiting for your answers`,
    paragraphs: [
      `${order.seller} needs your answers before work on “${order.title}” can start. Please answer the questions on the order's page.`,
    ],
    label: "Answer the questions",
  })),
  delivery_reminder: orderMail((order) => ({
    subject: `Please review the delivery of “${order.title}”`,
    paragraphs: [
      `${order.seller} delivered “${order.title}” and is waiting for you. Accept the delivery or ask for a revision.`,
    ],
    label: "See the delivery",
  })),
  completes_tomorrow: orderMail((order) => ({
    subject: `“${order.title}” will be completed tomorrow`,
    paragraphs: [
      `${order.seller} delivered “${order.title}”, and the order will be completed automatically tomorrow. If something is missing, ask for a revision now.`,
    ],
    label: "See the delivery",
  })),
  due_tomorrow: orderMail((order) => ({
    subject: `“${order.title}” is due tomorrow`,
    paragraphs: [`Please deliver “${order.title}” to ${order.buyer} on time.`, dueSentence(order)],
  })),
  late: orderMail((order) => ({
    subject: `“${order.title}” is late`,
    paragraphs:
      order.reader === "seller"
        ? [`“${order.title}” is past its due date. Deliver it now, or write to ${order.buyer}.`]
        : [
            `“${order.title}” is past its due date. We've let ${order.seller} know. You can write to them, or ask to cancel.`,
          ],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;
