import type { MailTemplate } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** Emails that an operator causes or receives (docs/specification.md#email-kinds). */
export const operatorMailTemplates = {
  suspended: ({ name, origin, operator: { reason } }) => ({
    subject: "Your account is suspended",
    paragraphs: [
      `Hi ${name},`,
      "We suspended your account. You can't sign in, and your services are hidden. Your open orders continue. The reason:",
      required(reason, "reason"),
      "If you think this is a mistake, please write to us. Another person than the first one looks at it.",
    ],
    link: { label: "Contact us", url: `${origin}/contact` },
  }),
  restored: ({ name, origin, operator: { reason } }) => ({
    subject: "Your account is active again",
    paragraphs: [
      `Hi ${name},`,
      "You can sign in again, and your services are visible again. The reason:",
      required(reason, "reason"),
    ],
    link: { label: "Sign in", url: `${origin}/sign-in` },
  }),
  new_signup: ({ origin, operator }) => {
    const { userId, message, email, authProvider, timestamp } = required(operator.signup, "signup");
    return {
      subject: message,
      paragraphs: [`${message}.`, `Email: ${email}`, `Signed in with: ${authProvider}`, `Time: ${timestamp}`],
      link: { label: "See the user", url: `${origin}/admin/users/${userId}` },
    };
  },
  overdue: ({ origin }) => ({
    subject: "Scheduled work is overdue",
    paragraphs: [
      "Some orders, emails, refunds or payments have been waiting for more than an hour for work that should run every minute.",
      "Health shows what is waiting. You get this email once a day until it is resolved.",
    ],
    link: { label: "Open Health", url: `${origin}/admin/health` },
  }),
} satisfies Partial<Record<MailKind, MailTemplate>>;
