import type { MailTemplate } from "#app/emails/mail-data.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** E-mails that an operator causes or receives (docs/specification.md#email-kinds). */
export const operatorMailTemplates = {
  suspended: ({ name, operator: { reason } }) => ({
    subject: "Your account is suspended",
    paragraphs: [
      `Hello ${name},`,
      "your account is suspended: you cannot sign in, and what you sell is not shown. Orders that are open go on. This is why:",
      required(reason, "reason"),
      "Please write to us if you think that is a mistake.",
    ],
  }),
  restored: ({ name, origin, operator: { reason } }) => ({
    subject: "Your account is open again",
    paragraphs: [
      `Hello ${name},`,
      "you can sign in again, and what you sell is where it was. This is why:",
      required(reason, "reason"),
    ],
    link: { label: "Sign in", url: `${origin}/sign-in` },
  }),
  new_signup: ({ origin, operator }) => {
    const { userId, message, email, authProvider, timestamp } = required(operator.signup, "signup");
    return {
      subject: message,
      paragraphs: [`${message}.`, `E-mail: ${email}`, `Signed in by: ${authProvider}`, `At: ${timestamp}`],
      link: { label: "See the user", url: `${origin}/admin/users/${userId}` },
    };
  },
  overdue: ({ origin }) => ({
    subject: "Scheduled work is overdue",
    paragraphs: [
      "Orders, e-mails, refunds or payments have waited for more than an hour for work that is done each minute.",
      "Health shows what waits. You get this mail once a day while it lasts.",
    ],
    link: { label: "Open Health", url: `${origin}/admin/health` },
  }),
} satisfies Partial<Record<MailKind, MailTemplate>>;

/** @throws Error if the value is null */
function required<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new Error(`The mail needs its ${name}`);
  return value;
}
