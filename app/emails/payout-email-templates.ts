import type { MailPart } from "#app/emails/mail-content.ts";
import type { MailTemplate } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars, signedDollars } from "#app/lib/money.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import { bankLine, firstDeadline } from "#app/payouts/accounts/account.ts";
import { shownRequirements } from "#app/payouts/accounts/requirements.ts";
import { failureText, payoutAmount } from "#app/payouts/bank/bank-payout.ts";
import { holdText } from "#app/payouts/holds/hold.ts";
import type { MovedLine } from "#app/payouts/transfers/money-mails.server.ts";
import { bankWait } from "#app/payouts/waiting.ts";

/** Emails about a seller's payouts (docs/specification.md#email-kinds). */
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
        `To pay you, Stripe needs: ${shown.map(({ text }) => text[0]?.toLowerCase() + text.slice(1)).join("; ")}${more ? "; and more" : ""}.`,
        "Please answer on Stripe's page. Your earnings page takes you there.",
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_bank: ({ name, origin, username, payouts, link }) => ({
    subject: "A new bank account for your payouts",
    paragraphs: [
      `Hi ${name},`,
      payouts === null || bankLine(payouts) === null
        ? `A new bank account was added for the payouts of @${username}, and has since been removed.`
        : `The payouts of @${username} now go to a new bank account: ${bankLine(payouts)}.`,
      "If this was you, there's nothing to do. Payouts to a new bank account start after a few days.",
      "If it wasn't you, use this link. It holds the payouts and signs out every browser.",
    ],
    link: link
      ? { label: "It wasn't me", url: link.url }
      : { label: "Write to us", url: origin + href("/contact") },
  }),
  payouts_asked_again: ({ name, origin, timeZone, payouts }) => {
    const by = firstDeadline(required(payouts, "payouts").requirements);
    return {
      subject:
        by === null
          ? "Stripe still needs information"
          : `Stripe still needs information by ${date(by, timeZone)}`,
      paragraphs: [
        `Hi ${name},`,
        `Stripe stops your payouts if it does not have what it asked for${by === null ? "" : ` by ${date(by, timeZone)}`}. Your earnings stay yours; we keep them until you can be paid.`,
        "Your earnings page shows what is missing and links to Stripe.",
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_reminder: ({ name, origin }) => ({
    subject: "Your earnings are waiting for you",
    paragraphs: [
      `Hi ${name},`,
      "You have earnings that are ready to be paid, but payouts are not set up.",
      "It takes a few minutes: Stripe, our payment provider, asks who you are and for your bank account.",
    ],
    link: { label: "Set up payouts", url: origin + href("/earnings/setup") },
  }),
  payouts_link: ({ name, link }) => ({
    subject: "How to get paid while your account is suspended",
    paragraphs: [
      `Hi ${name},`,
      "You can't sign in, but what you have earned is still yours. To pay it out, Stripe, our payment provider, needs something from you: who you are, or a bank account that works.",
      "This link takes you there, and works for 7 days. Don't share it: anyone who has it can add a bank account for your payouts.",
    ],
    link: { label: "Set up payouts", url: required(link, "link").url },
  }),
  payouts_sent: ({ name, origin, moved }) => {
    const { cents, lines, more } = required(moved, "moved");
    return {
      subject: `${exactDollars(cents)} sent to your Stripe account`,
      paragraphs: [`Hi ${name},`, "We sent your earnings for:", listed(lines, more)],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_taken_back: ({ name, origin, moved }) => {
    const { cents, lines, more } = required(moved, "moved");
    return {
      subject: `${exactDollars(cents)} taken back from your Stripe account`,
      paragraphs: [
        `Hi ${name},`,
        "The buyer got money back after we had sent you the earnings, so we have taken your share back:",
        listed(lines, more),
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_called_back: ({ name, origin, moved }) => {
    const { cents, lines, more } = required(moved, "moved");
    return {
      subject: `${exactDollars(cents)} taken back from your Stripe account for now`,
      paragraphs: [
        `Hi ${name},`,
        "Your payouts are on hold, so we have taken these earnings back:",
        listed(lines, more),
        "They stay yours. We'll send them again when the hold ends.",
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_owed: ({ name, origin, moved }) => {
    const { cents, lines, more } = required(moved, "moved");
    return {
      subject: `You owe ${exactDollars(cents)} for an order`,
      paragraphs: [
        `Hi ${name},`,
        "The buyer got money back after you had been paid. Your share of it:",
        listed(lines, more),
        "It will be taken from your next earnings. You don't have to do anything.",
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  debts_paid: ({ name, origin, moved }) => {
    const { cents, lines, more, paidWith } = required(moved, "moved");
    return {
      subject: `Your earnings paid ${exactDollars(cents)} that you owed`,
      paragraphs: [
        `Hi ${name},`,
        "You owed it for:",
        listed(lines, more),
        "We paid it from your earnings for:",
        listed(paidWith, 0),
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_held: ({ name, origin, timeZone, payoutHold }) => {
    const hold = required(payoutHold, "payoutHold");
    return {
      subject: hold.isRenewed ? "Your payouts stay on hold" : "Your payouts are on hold",
      paragraphs: [
        `Hi ${name},`,
        holdText(hold, timeZone),
        "You won't lose any earnings. We'll send them when the hold ends. If you think this is a mistake, please write to us.",
      ],
      link: { label: "Write to us", url: origin + href("/contact") },
    };
  },
  payouts_released: ({ name, origin }) => ({
    subject: "Your payouts are no longer on hold",
    paragraphs: [
      `Hi ${name},`,
      "The hold on your payouts has ended. We send what you have earned as usual: each order's earnings once they have cleared.",
    ],
    link: { label: "Open your earnings", url: origin + href("/earnings") },
  }),
  payouts_on_way: ({ name, origin, payouts, bankPayout }) => {
    const payout = required(bankPayout, "payout");
    const amount = payoutAmount(payout);
    return {
      subject: `Your payout of ${amount} is on its way`,
      paragraphs: [
        `Hi ${name},`,
        `Stripe is paying ${amount} to ${bankLine(required(payouts, "payouts")) ?? "your bank account"}. It should arrive about ${date(payout.arrivesAt)}.`,
        "Your earnings page shows which orders are in it.",
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  payouts_failed: ({ name, origin, bankPayout }) => {
    const payout = required(bankPayout, "payout");
    const { reason, mend, isOfBank } = failureText(payout.failureCode);
    return {
      subject: `Your payout of ${payoutAmount(payout)} failed`,
      paragraphs: [
        `Hi ${name},`,
        `Your payout of ${payoutAmount(payout)} did not arrive. ${reason}`,
        `The money is safe in your account at Stripe. ${mend}`,
        ...(isOfBank
          ? [
              `Stripe has disabled this bank account, and will pay again once you have added a working one. Payouts to a changed bank account start after ${bankWait.changed} days.`,
            ]
          : []),
      ],
      link: { label: "Open your earnings", url: origin + href("/earnings") },
    };
  },
  year_statement: ({ name, origin, statement }) => {
    const { year, openingCents, earnedCents, feeCents, sentCents, otherCents, closingCents } = required(
      statement,
      "statement",
    );
    return {
      subject: `Your statement for ${year}`,
      paragraphs: [
        `Hi ${name},`,
        `Here is a summary of ${year}. Months are in UTC.`,
        {
          rows: [
            ["What we owed you on 1 January", signedDollars(openingCents)],
            [`Earned, after refunds and our fees of ${signedDollars(feeCents)}`, signedDollars(earnedCents)],
            ["Sent to you", signedDollars(sentCents)],
            ...(otherCents === 0 ? [] : [otherRow(otherCents)]),
            ["What we owed you on 31 December", signedDollars(closingCents)],
          ],
        },
        "The statement shows each month, and your sales by quarter for your taxes. You can print it, or download every line as a CSV file.",
      ],
      link: { label: "Open your statement", url: origin + href("/earnings/:period", { period: year }) },
    };
  },
} satisfies Partial<Record<MailKind, MailTemplate>>;

const otherRow = (cents: number): [string, string] => [
  "Debts written off and adjustments",
  signedDollars(cents),
];

/** The orders of an email about money. */
function listed(lines: MovedLine[], more: number): MailPart {
  const shown = lines.map(({ title, cents }): [string, string] => [title, exactDollars(cents)]);
  return { rows: more === 0 ? shown : [...shown, ["More orders", String(more)]] };
}
