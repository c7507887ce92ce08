import { brand } from "#app/brand.ts";
import { topicLabel } from "#app/contact/ticket.ts";
import type { MailTemplate } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import { date } from "#app/lib/dates.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** Emails about tickets (docs/specification.md#email-kinds). */
export const ticketMailTemplates = {
  ticket_received: (data) => {
    const { code, topic, text, url } = required(data.ticket, "ticket");
    return {
      subject: `We have your request ${code}`,
      paragraphs: [
        `Hi ${data.name},`,
        `Your ticket number is ${code}. A person reads it and answers, usually within one working day.`,
        `Topic: ${topicLabel(topic)}`,
        { quote: required(text, "text"), by: "You" },
      ],
      link: { label: "Your request", url },
    };
  },
  ticket_answered: (data) => {
    const { code, text, url } = required(data.ticket, "ticket");
    return {
      subject: `Our answer to your request ${code}`,
      paragraphs: [
        `Hi ${data.name},`,
        `We have answered your request ${code}.`,
        { quote: required(text, "text"), by: `${brand} support` },
      ],
      link: { label: "Read it and reply", url },
    };
  },
  ticket_closed: (data) => {
    const { code, url, reopenUntil } = required(data.ticket, "ticket");
    const until =
      reopenUntil === null ? "" : ` You can open it again until ${date(reopenUntil, data.timeZone)}.`;
    return {
      subject: `Your request ${code} is closed`,
      paragraphs: [`Hi ${data.name},`, `We have closed your request ${code}.${until}`],
      link: { label: "Your request", url },
    };
  },
} satisfies Partial<Record<MailKind, MailTemplate>>;
