import type { Requirement } from "#drizzle/schema.ts";

/** How many requirements of an account are stored. */
export const maxStored = 50;

/** How many requirements are shown. */
const maxShown = 10;

/** Sorts what has no deadline last. */
const last = Number.MAX_SAFE_INTEGER;

/**
 * Stripe's names of what it wants, and our words for them. The first row whose name is part of Stripe's name
 * applies, so specific names come before general ones.
 */
const words: [part: string, text: string][] = [
  ["proof_of_address", "A document that shows your address"],
  ["secondary_verification", "A document that shows your address"],
  ["additional_document", "A document that shows your address"],
  ["proof_of_liveness", "A photo of yourself"],
  ["bank_account_ownership", "A document that shows that the bank account is yours"],
  ["documents", "A photo of an identity document"],
  ["verification.document", "A photo of an identity document"],
  ["external_account", "A bank account"],
  ["bank_account", "A bank account"],
  ["default_outbound_destination", "A bank account"],
  ["default_payout_method", "A bank account"],
  ["payout_method", "A bank account"],
  ["date_of_birth", "Your date of birth"],
  ["dob", "Your date of birth"],
  ["tax_id", "Your tax number"],
  ["id_number", "Your identity or tax number"],
  ["ssn_last_4", "The last four digits of your Social Security number"],
  ["address", "Your address"],
  ["given_name", "Your name"],
  ["first_name", "Your name"],
  ["surname", "Your name"],
  ["last_name", "Your name"],
  ["registered_name", "The name of your business"],
  ["phone", "Your phone number"],
  ["email", "Your email address"],
  ["terms_of_service", "Your consent to Stripe's terms"],
  ["tos_acceptance", "Your consent to Stripe's terms"],
  ["nationalities", "Your nationality"],
  ["political_exposure", "Whether you hold a public office"],
  ["entity_type", "Whether you sell as a person or as a business"],
  ["business_type", "Whether you sell as a person or as a business"],
  ["industry", "What you sell"],
  ["mcc", "What you sell"],
  ["product_description", "What you sell"],
  ["url", "Where your services can be seen"],
  ["owner", "Who owns the business"],
  ["director", "Who runs the business"],
  ["executive", "Who runs the business"],
  ["representative", "Who represents the business"],
];

const other = "More information about you or your business";

/** What Stripe wants, in our words. @param key Stripe's name */
export function requirementText(key: string): string {
  return words.find(([part]) => key.includes(part))?.[1] ?? other;
}

/** One thing that Stripe wants. `by`: the deadline, UTC ms, or null. */
export type ShownRequirement = { text: string; by: number | null };

/**
 * What Stripe wants, each thing once, the earliest deadline first.
 * @returns at most 10; `more`: there are others
 */
export function shownRequirements(requirements: Requirement[]): { shown: ShownRequirement[]; more: boolean } {
  const earliest = new Map<string, number | null>();
  for (const { key, by } of requirements) {
    const text = requirementText(key);
    const before = earliest.get(text);
    if (before === undefined || (by !== null && (before === null || by < before))) earliest.set(text, by);
  }
  const all = [...earliest].map(([text, by]) => ({ text, by }));
  all.sort((a, b) => (a.by ?? last) - (b.by ?? last));
  return {
    shown: all.slice(0, maxShown),
    more: all.length > maxShown || requirements.length >= maxStored,
  };
}
