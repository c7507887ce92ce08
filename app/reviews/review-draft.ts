import { type TypedFields, typedFields } from "#app/lib/typed-fields.ts";

/** What was typed into the review forms of an order, unchecked. */
export type ReviewDraft = { rating: string; comment: string; reply: string; reason: string };

const names: readonly string[] = ["rating", "comment", "reply", "reason"];

/** What was typed into a review form that was sent. */
export function reviewDraftIn(form: FormData): TypedFields {
  return typedFields(form, (name) => names.includes(name));
}

/** The fields of the review forms with what a draft holds of them. */
export function reviewDraft(draft: TypedFields | null): ReviewDraft {
  const { rating = "", comment = "", reply = "", reason = "" } = draft ?? {};
  return { rating, comment, reply, reason };
}
