import { day } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { ruleOf, type ShownRule } from "#app/statements/rules.ts";

// The statement of reasons for a decision against a user (docs/specification.md#reasons).

/** What was decided. */
export type StatementKind =
  | "warning"
  | "denial"
  | "review-removal"
  | "message-removal"
  | "refusal"
  | "suspension";

/** How we learned of it. No part of the product flags anything automatically. */
export type FoundBy = "report" | "operator";

/** The result of an appeal. `closed`: the decision no longer stood. */
export type AppealOutcome = "upheld" | "reversed" | "closed";

/** A statement as its page and its email show it. Times are UTC ms. `title`: of a denied service. */
export type Statement = {
  id: string;
  kind: StatementKind;
  title: string | null;
  rule: string;
  happened: string;
  foundBy: FoundBy;
  at: number;
  appealedAt: number | null;
  outcome: AppealOutcome | null;
  answer: string | null;
  decidedAt: number | null;
  /** True if the appeal was decided by an operator who did not make the decision. */
  isOtherDecider: boolean;
};

/** What we decided, as a sentence without a full stop. */
export function decisionText({ kind, title }: Pick<Statement, "kind" | "title">): string {
  switch (kind) {
    case "warning":
      return "We warned you";
    case "denial":
      return `We took ${title === null ? "your service" : `your service “${title}”`} off the market`;
    case "review-removal":
      return "We took down a review that you wrote";
    case "message-removal":
      return "We removed a message that you sent";
    case "refusal":
      return "We refused your seller application";
    default:
      return "We suspended your account";
  }
}

/** What a decision means, and for how long. */
export const effectTexts: Record<StatementKind, string> = {
  warning:
    "A warning restricts nothing and has no end date. If it happens again, we may suspend your account.",
  denial:
    "Buyers can't find or order this service until we allow it again. Your other services are not affected, and your open orders continue.",
  "review-removal": "The review is no longer shown, and its rating no longer counts. This has no end date.",
  "message-removal": "The message is no longer shown in the conversation. This has no end date.",
  refusal:
    "You can't sell, and your services are hidden, until we decide otherwise. Your open orders continue.",
  suspension:
    "You can't sign in, and your services are hidden, until we lift the suspension. Your open orders continue, and earnings that aren't disputed are still paid out.",
};

/** What a reversal on appeal did. */
export const reversedTexts: Record<StatementKind, string> = {
  warning: "The warning no longer counts.",
  denial: "We allowed the service again.",
  "review-removal": "We restored the review and its rating.",
  "message-removal": "We restored the message.",
  refusal: "We allowed you to sell again.",
  suspension: "We lifted the suspension. You can sign in, and buyers can see your services again.",
};

/** How it was found, and that people decided. */
export const foundTexts: Record<FoundBy, string> = {
  report: "Someone reported it to us. A person, not a machine, looked at it and decided.",
  operator: "Our team found it. A person, not a machine, found and decided this.",
};

/** What else the user can do. */
export const courtsText = "You can also go to court, or to a certified out-of-court dispute settlement body.";

/** How long a decision can be appealed, in ms: six months at least (docs/specification.md#reasons). */
const appealableFor = 184 * day;

/** Until when a decision can be appealed, UTC ms. */
export function appealableUntil(at: number): number {
  return at + appealableFor;
}

/** Length of an appeal, in characters. */
export const appealLength = { min: 10, max: 5000 };

/** Why a decision can't be appealed now; null if it can. @param at UTC ms */
export function refusalToAppeal(statement: Pick<Statement, "at" | "appealedAt">, at: number): string | null {
  if (statement.appealedAt !== null) return "You have already appealed this decision";
  return at > appealableUntil(statement.at)
    ? "The six months for an appeal are over. You can still write to us through the contact page."
    : null;
}

/** The page of a statement, where its user appeals. */
export function appealPath(id: string): string {
  return href("/appeal/:id", { id });
}

/** The result of an appeal, in words. */
export function outcomeText({ outcome, isOtherDecider }: Statement): string | null {
  if (outcome === null) return null;
  const reviewed = isOtherDecider ? "Someone who did not make the decision reviewed it. " : "";
  if (outcome === "reversed") return `${reviewed}We reversed the decision.`;
  if (outcome === "upheld") return `${reviewed}The decision stands.`;
  return `${reviewed}The decision no longer applies, so we closed the appeal.`;
}

/** The rule as its reader sees it; a rule of a later release by its code. */
export function shownRule({ rule }: Pick<Statement, "rule">): ShownRule {
  return ruleOf(rule) ?? { sentence: rule, section: "Terms of Service", path: "/terms" };
}

/** The reasons that a seller's pages show in addition to what happened. `rule`: a sentence. */
export type GivenReasons = { rule: string; termsPath: string; appealPath: string };

/** @param given the id of the statement, and the code of its rule */
export function givenReasons({ id, rule }: Pick<Statement, "id" | "rule">): GivenReasons {
  const { sentence, path } = shownRule({ rule });
  return { rule: sentence, termsPath: path, appealPath: appealPath(id) };
}
