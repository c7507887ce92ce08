import type { MailTemplate } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import { bankLine, firstDeadline } from "#app/payouts/accounts/account.ts";
import { shownRequirements } from "#app/payouts/accounts/requirements.ts";

/** Emails about a seller's account at Stripe (docs/specification.md#email-kinds). */
export const payoutMailTemplates = {
  payouts_ready: ({ name, origin, payouts }) => ({
    subject: "Your payouts are set up",
    paragraphs: [
      `Hi ${name},`,
      `Stripe has accepted your details. We pay your earnings to ${bankLine(required(payouts, "payouts")) ?? "your bank account"}.`,
      "Your earnings page shows what you earn.",
    ],
    link: { label: "Open your earnings", url: origin + href("/earnings") },
  }),
  payouts_asked: ({ name, origin, timeZone, payouts }) => {
    const { requirements } = required(payouts, "payouts");
    const { shown, more } = shownRequirements(requirements);
    const by = firstDeadline(requirements);
    return {
      subject:
        by === null
          ? "Stripe needs more information"
          : `Stripe needs more information by ${date(by, timeZone)}`,
      paragraphs: [
        `Hi ${name},`,
        shown.length === 0
          ? "Stripe had asked for more information, and has it now."
          : `To pay you, Stripe needs: ${shown.map(({ text }) => text[0]?.toLowerCase() + text.slice(1)).join("; ")}${more ? "; and more" : ""}.`,
        "Please answer on Stripe's page. Your earnings page leads you there.",
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_bank: ({ name, origin, username, payouts }) => ({
    subject: "A new bank account for your payouts",
    paragraphs: [
      `Hi ${name},`,
      bankLine(required(payouts, "payouts")) === null
        ? `A new bank account was added for the payouts of @${username}, and removed since.`
        : `The payouts of @${username} now go to a new bank account: ${bankLine(required(payouts, "payouts"))}.`,
      "If you didn't do this, change your password now and write to us.",
    ],
    link: { label: "Write to us", url: origin + href("/contact") },
  }),
} satisfies Partial<Record<MailKind, MailTemplate>>;
