import { pickFields, type TypedFields, typedFields } from "#app/lib/typed-fields.ts";

/** The fields of the review forms. */
export const reviewFields = ["rating", "comment", "reply", "reason"] as const;

/** What was typed into the review forms of an order, by field, unchecked. */
export type ReviewDraft = Record<(typeof reviewFields)[number], string>;

/** What was typed into a review form. */
export function reviewDraftIn(form: FormData): TypedFields {
  return typedFields(form, (name) => reviewFields.some((field) => field === name));
}

/** The fields of the review forms with the values of a draft. */
export function reviewDraft(draft: TypedFields | null): ReviewDraft {
  return pickFields(draft, reviewFields);
}
