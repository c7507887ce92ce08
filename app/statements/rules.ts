import { brand } from "#app/brand.ts";
import { anchorOf } from "#app/help/legal-text.ts";

/**
 * The rules that a decision against a user can rest on (docs/specification.md#reasons): a sentence for
 * people, and the heading of the section of the Terms. Decisions store the code, so never remove or reuse
 * one.
 */
export const rules = {
  illegal: {
    sentence: "Services must not be illegal, or meant to deceive others",
    section: "4. Gigs",
  },
  academic: {
    sentence: "Academic work must not be handed in under someone else's name",
    section: "4. Gigs",
  },
  copied: {
    sentence: "Texts, pictures and work must not copy others without their permission",
    section: "4. Gigs",
  },
  malware: {
    sentence: "Malicious software and access to other people's accounts must not be offered",
    section: "4. Gigs",
  },
  degrading: {
    sentence: "Content must not sexualise minors, and must not threaten or degrade people",
    section: "4. Gigs",
  },
  unclear: {
    sentence: "A service must say what the buyer receives, for what price and in how many days",
    section: "4. Gigs",
  },
  account: {
    sentence: "One person has one account, gives correct information and does not imitate others",
    section: "2. Your account",
  },
  evidence: {
    sentence: "Sellers must give us evidence of their skills or identity when we ask for it",
    section: "3. Becoming a seller",
  },
  reviews: {
    sentence: "Reviews must be honest and about the order, without rewards or threats",
    section: "9. Reviews",
  },
  conduct: {
    sentence: "People must treat each other decently: no harassment and no discrimination",
    section: "10. Conduct",
  },
  spam: {
    sentence: `No spam, and no asking to pay outside ${brand}`,
    section: "10. Conduct",
  },
  limits: {
    sentence: "No automated collection of data, and no getting around limits or security",
    section: "10. Conduct",
  },
} as const satisfies Record<string, { sentence: string; section: string }>;

export type RuleCode = keyof typeof rules;

/** The codes, in the order of the operator's list. */
export const ruleCodes = Object.keys(rules) as [RuleCode, ...RuleCode[]];

/** A rule as people read it. `path`: its section of the Terms. */
export type ShownRule = { sentence: string; section: string; path: string };

/** The rule with this code; null if a later release wrote it. */
export function ruleOf(code: string): ShownRule | null {
  if (!Object.hasOwn(rules, code)) return null;
  const { sentence, section } = rules[code as RuleCode];
  return { sentence, section, path: `/terms#${anchorOf(section)}` };
}
