import type { MailTemplate } from "#app/emails/mail-data.ts";
import { reasonGiven, reasonsOf } from "#app/emails/reasons.ts";
import { required } from "#app/emails/required.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import { feeSentence } from "#app/sellers/fee-receipt.ts";

/** Emails about a seller's registration, level and services (docs/specification.md#email-kinds). */
export const sellerMailTemplates = {
  fee_reminder: ({ name, origin }) => ({
    subject: "One step left to sell your services",
    paragraphs: [
      `Hi ${name},`,
      "We have your application. To activate your seller account, pay the one-time fee of $50.",
      "You can still change your texts. If you don't want to sell after all, you don't have to do anything.",
    ],
    link: { label: "Continue to payment", url: origin + href("/services/sell") },
  }),
  fee_failed: ({ name, origin }) => ({
    subject: "Your registration fee was not paid",
    paragraphs: [
      `Hi ${name},`,
      "Your bank did not confirm the payment of the registration fee. You were not charged. You can pay again at any time.",
    ],
    link: { label: "Continue to payment", url: origin + href("/services/sell") },
  }),
  fee_payment_returned: ({ name }) => ({
    subject: "We are refunding your second payment",
    paragraphs: [
      `Hi ${name},`,
      "You paid the registration fee when it was no longer due. We are refunding this payment in full to your card. Banks take 5 to 10 days to show it.",
    ],
  }),
  fee_receipt: ({ name, origin, timeZone, registration }) => {
    const receipt = required(required(registration, "registration").receipt, "receipt");
    return {
      subject: "Your receipt for the registration fee",
      paragraphs: [`Hi ${name},`, feeSentence(receipt, timeZone)],
      link: { label: "See the receipt", url: origin + href("/services/sell/receipt") },
    };
  },
  fee_returned: ({ name, operator: { reason }, registration }) => ({
    subject: "We are refunding your registration fee",
    paragraphs: [
      `Hi ${name},`,
      `We are refunding ${exactDollars(required(registration, "registration").refundedCents)} to your card. Banks take 5 to 10 days to show it. Your seller account is no longer active: your services are hidden, and your open orders continue.`,
      reasonGiven(reason),
    ],
  }),
  seller_activated: ({ name, origin }) => ({
    subject: "Your seller account is active",
    paragraphs: [
      `Hi ${name},`,
      "Welcome! You can sell your services now. Your dashboard shows what to do next.",
    ],
    link: { label: "Open your dashboard", url: origin + href("/dashboard") },
  }),
  seller_vetted: ({ name, origin }) => ({
    subject: "You are a vetted seller",
    paragraphs: [`Hi ${name},`, "We have checked your application. Your public page now says “Vetted”."],
    link: { label: "Open your dashboard", url: origin + href("/dashboard") },
  }),
  seller_evidence: ({ name, operator: { reason } }) => ({
    subject: "Please tell us more about your work",
    paragraphs: [
      `Hi ${name},`,
      "We are checking your application and have a question. Please reply to this email.",
      reasonGiven(reason),
    ],
  }),
  level_changed: ({ name, origin, registration }) => {
    const { level } = required(registration, "registration");
    return {
      subject: `Your seller level is now ${level}`,
      paragraphs: [
        `Hi ${name},`,
        `Your seller level is now ${level}. Levels depend on your completed orders, your ratings and how many orders were on time. Your dashboard shows your numbers and what would move you up.`,
      ],
      link: { label: "Open your dashboard", url: origin + href("/dashboard") },
    };
  },
  seller_refused: (data) => {
    const { paragraphs, ...link } = reasonsOf(data);
    return {
      subject: "You can no longer sell here",
      paragraphs: [
        `Hi ${data.name},`,
        "We checked your application and decided against it.",
        ...paragraphs,
        ...feeSentences(required(data.registration, "registration")),
      ],
      ...link,
    };
  },
  away_over: ({ name, origin }) => ({
    subject: "Welcome back: your services are active again",
    paragraphs: [
      `Hi ${name},`,
      "Today is your return date. Buyers can again find and order the services that were paused while you were away.",
    ],
    link: { label: "Open your dashboard", url: origin + href("/dashboard/services") },
  }),
  gig_denied: (data) => {
    const { title } = required(data.service, "service");
    const dashboard = data.origin + href("/dashboard/services");
    const { paragraphs, link } = reasonsOf(data);
    return {
      subject: `We took “${title}” off the market`,
      paragraphs: [
        `Hi ${data.name},`,
        `We took your service “${title}” off the market.`,
        ...paragraphs,
        `You can also fix what we pointed out and send it for review, on your dashboard: ${dashboard}. Buyers can see it again once we have approved it.`,
      ],
      link: link ?? { label: "Open your dashboard", url: dashboard },
    };
  },
  gig_allowed: ({ name, origin, operator: { reason }, service }) => {
    const { title, state, isPausedAway } = required(service, "service");
    const paused = isPausedAway
      ? "It is paused while you are away, and comes back when you do."
      : "It is paused now: resume it on your dashboard when you have room for it.";
    return {
      subject: `“${title}” is allowed again`,
      paragraphs: [
        `Hi ${name},`,
        state === "paused"
          ? `We looked at “${title}”, and you can offer it again. ${paused}`
          : `We looked at “${title}”, and buyers can find and order it again.`,
        reasonGiven(reason),
      ],
      link: { label: "Open your dashboard", url: origin + href("/dashboard/services") },
    };
  },
} satisfies Partial<Record<MailKind, MailTemplate>>;

/** What a refused seller is told about the fee. */
function feeSentences({ refundedCents, wasPaid }: { refundedCents: number; wasPaid: boolean }): string[] {
  if (!wasPaid) return [];
  return refundedCents > 0
    ? [`We are refunding your fee of ${exactDollars(refundedCents)}. Banks take 5 to 10 days to show it.`]
    : ["The registration fee is not refunded."];
}
