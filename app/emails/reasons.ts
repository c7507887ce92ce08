import { brand } from "#app/brand.ts";
import type { MailContent, MailPart } from "#app/emails/mail-content.ts";
import type { MailData } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import { date } from "#app/lib/dates.ts";
import {
  appealableUntil,
  appealPath,
  courtsText,
  effectTexts,
  foundTexts,
  shownRule,
} from "#app/statements/statement.ts";

/** How emails name the operators. */
export const support = `${brand} support`;

/** The reason that an operator has given, in their words. @throws Error if there is none */
export function reasonGiven(reason: string | null): MailPart {
  return { quote: required(reason, "reason"), by: support };
}

/**
 * The part of an email that gives the reasons for a decision (docs/specification.md#reasons): the rule, what
 * happened, how it was found, what it means, and the appeal. Emails that an earlier release queued have only
 * the operator's reason.
 */
export function reasonsOf({ reasons, operator, origin, timeZone }: MailData): Omit<MailContent, "subject"> {
  if (reasons === null) return { paragraphs: [reasonGiven(operator.reason)] };
  const { id, kind, happened, foundBy, at } = reasons;
  const { sentence, section, path } = shownRule(reasons);
  return {
    paragraphs: [
      `The rule: ${sentence}. It is in section “${section}” of our Terms: ${origin}${path}`,
      { quote: happened, by: support },
      foundTexts[foundBy],
      effectTexts[kind],
      `If you disagree, you can appeal until ${date(appealableUntil(at), timeZone)}, free of charge. Someone else on our team reviews it. ${courtsText}`,
    ],
    link: { label: "Appeal this decision", url: origin + appealPath(id) },
  };
}
