import { brand } from "#app/brand.ts";
import type { MailTemplate } from "#app/emails/mail-data.ts";
import { reasonGiven, reasonsOf } from "#app/emails/reasons.ts";
import { required } from "#app/emails/required.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import type { Outcome } from "#app/reports/report.ts";
import {
  type AppealOutcome,
  appealPath,
  courtsText,
  decisionText,
  outcomeText,
  reversedTexts,
} from "#app/statements/statement.ts";
import type { ReportKind } from "#app/ui/report-path.ts";

/** Emails that an operator causes or receives (docs/specification.md#email-kinds). */
export const operatorMailTemplates = {
  address_verified: ({ name, origin }) => ({
    subject: "Your email address is verified",
    paragraphs: [
      `Hi ${name},`,
      "Our support team confirmed that this email address belongs to your account. You can now order, write messages and apply as a seller.",
      "If you have no account with us, please tell us.",
    ],
    link: { label: "Contact us", url: origin + href("/contact") },
  }),
  suspended: (data) => {
    const { paragraphs, link } = reasonsOf(data);
    return {
      subject: "Your account is suspended",
      paragraphs: [`Hi ${data.name},`, "We suspended your account.", ...paragraphs],
      link: link ?? { label: "Contact us", url: data.origin + href("/contact") },
    };
  },
  restored: ({ name, origin, operator: { reason } }) => ({
    subject: "Your account is active again",
    paragraphs: [
      `Hi ${name},`,
      "You can sign in again, and your services are visible again.",
      reasonGiven(reason),
    ],
    link: { label: "Sign in", url: origin + href("/sign-in") },
  }),
  report_decided: ({ name, report }) => {
    const { kind, title, outcome } = required(report, "report");
    return {
      subject: "We looked at your report",
      paragraphs: [
        `Hi ${name},`,
        `You reported ${title === null ? reportedWords[kind] : `the service “${title}”`}. ${outcomeSentence(outcome)}`,
        "Thank you for telling us.",
      ],
    };
  },
  warned: (data) => {
    const { kind, title } = required(data.report, "report");
    const { paragraphs, ...link } = reasonsOf(data);
    const own = title === null ? ownWords[kind] : `Your service “${title}”`;
    return {
      subject: `A warning from ${brand} support`,
      paragraphs: [
        `Hi ${data.name},`,
        `${own} was reported to us, and we looked at it. This is a warning.`,
        ...paragraphs,
      ],
      ...link,
    };
  },
  content_removed: (data) => {
    const { kind } = required(data.report, "report");
    const { paragraphs, ...link } = reasonsOf(data);
    return {
      subject: `We took down ${kind === "review" ? "a review" : "a message"} of yours`,
      paragraphs: [
        `Hi ${data.name},`,
        `${ownWords[kind]} was reported to us. We looked at it and took it down.`,
        ...paragraphs,
      ],
      ...link,
    };
  },
  appeal_decided: ({ name, origin, reasons }) => {
    const statement = required(reasons, "reasons");
    return {
      subject: appealSubjects[required(statement.outcome, "outcome")],
      paragraphs: [
        `Hi ${name},`,
        `You appealed this decision: ${decisionText(statement)}. ${outcomeText(statement)}`,
        ...(statement.outcome === "reversed" ? [reversedTexts[statement.kind]] : []),
        reasonGiven(statement.answer),
        ...(statement.outcome === "upheld" ? [courtsText] : []),
      ],
      link: { label: "See the decision", url: origin + appealPath(statement.id) },
    };
  },
  new_signup: ({ origin, at, timeZone, operator }) => {
    const { userId, message, email, authProvider } = required(operator.signup, "signup");
    return {
      subject: message,
      paragraphs: [
        `${message}.`,
        {
          rows: [
            ["Email", email],
            ["Signed in with", authProvider],
            ["Time", dateTime(at, timeZone)],
          ],
        },
      ],
      link: { label: "See the user", url: origin + href("/admin/users/:id", { id: userId }) },
    };
  },
  operator_added: ({ origin, operator: { role } }) => {
    const { username, by, reason, isAboutRecipient } = required(role, "role");
    if (isAboutRecipient)
      return {
        subject: `You are now an operator of ${brand}`,
        paragraphs: [
          by === null ? "You were given the role on the command line." : `@${by} gave you the role.`,
          ...(by === null ? [] : [{ quote: reason, by: `@${by}` }]),
          "You were signed out everywhere. Sign in with two-step verification to open the console.",
        ],
        link: { label: "Open the console", url: origin + href("/admin") },
      };
    return {
      subject: `New operator: @${username}`,
      paragraphs: [
        `@${username} is now an operator of ${brand}.`,
        by === null
          ? "The role was given on the command line, not in the console."
          : `The role was given by @${by}.`,
        ...(by === null ? [] : [{ quote: reason, by: `@${by}` }]),
        "They were signed out everywhere. The console opens once they have signed in with two-step verification. If you did not expect this, check the list of operators now.",
      ],
      link: { label: "See the operators", url: origin + href("/admin/operators") },
    };
  },
  operator_removed: ({ origin, operator: { role } }) => {
    const { username, by, reason, isAboutRecipient } = required(role, "role");
    if (isAboutRecipient)
      return {
        subject: `You are no longer an operator of ${brand}`,
        paragraphs: [
          by === null ? "The role was removed on the command line." : `@${by} removed the role.`,
          ...(by === null ? [] : [{ quote: reason, by: `@${by}` }]),
          "You were signed out everywhere. Your account stays as it is.",
        ],
        link: { label: "Contact us", url: origin + href("/contact") },
      };
    return {
      subject: `No longer an operator: @${username}`,
      paragraphs: [
        `@${username} is no longer an operator of ${brand}, and was signed out everywhere.`,
        by === null
          ? "The role was removed on the command line, not in the console."
          : `The role was removed by @${by}.`,
        ...(by === null ? [] : [{ quote: reason, by: `@${by}` }]),
        "If you did not expect this, check the list of operators now.",
      ],
      link: { label: "See the operators", url: origin + href("/admin/operators") },
    };
  },
  payouts_not_me: ({ origin, operator }) => {
    const { userId, username } = required(operator.seller, "seller");
    return {
      subject: `@${username} says the new bank account isn't theirs`,
      paragraphs: [
        `The seller @${username} told us that a new bank account for the payouts is not theirs.`,
        "Someone else may have used the account.",
        "Their payouts are on hold, and every browser was signed out. Please write to them before the hold ends.",
      ],
      link: { label: "See the user", url: origin + href("/admin/users/:id", { id: userId }) },
    };
  },
  stuck: ({ origin, operator }) => ({
    subject: "Something is stuck and needs an operator",
    paragraphs: [
      "This has been stuck for an hour or longer:",
      ...required(operator.stuck, "stuck"),
      "You get this email once a day while anything is stuck.",
    ],
    link: { label: "Open the console", url: origin + href("/admin") },
  }),
  overdue: ({ origin }) => ({
    subject: "Scheduled work is overdue",
    paragraphs: [
      "Some orders, emails, refunds or payments have been waiting for more than an hour for work that should run every minute.",
      "Health shows what is waiting. You get this email once a day until it is resolved.",
    ],
    link: { label: "Open Health", url: origin + href("/admin/health") },
  }),
} satisfies Partial<Record<MailKind, MailTemplate>>;

const appealSubjects: Record<AppealOutcome, string> = {
  upheld: "Your appeal: the decision stands",
  reversed: "Your appeal: we reversed the decision",
  closed: "Your appeal: the decision no longer applies",
};

/** The reported thing, as the email to the reporter names it. */
const reportedWords: Record<ReportKind, string> = {
  gig: "a service",
  user: "a user",
  review: "a review",
  message: "a message",
};

/** The reported thing, as the email to its owner names it. */
const ownWords: Record<ReportKind, string> = {
  gig: "Your service",
  user: "Your account",
  review: "A review that you wrote",
  message: "A message that you sent",
};

function outcomeSentence(outcome: Outcome | null): string {
  if (outcome === "removed") return "We took it down.";
  if (outcome === "warned" || outcome === "suspended") return "We have acted on it.";
  return "We looked at it and left it as it is.";
}
