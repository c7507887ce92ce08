import { pickFields, type TypedFields, typedFields } from "#app/lib/typed-fields.ts";
import { lengths } from "#app/reviews/review.ts";

/** The fields of the review forms. */
export const reviewFields = ["rating", "comment", "reply", "reason"] as const;

/** What was typed into the review forms of an order, by field, unchecked. */
export type ReviewDraft = Record<(typeof reviewFields)[number], string>;

/** What was typed into a review form, to park it. */
export function reviewDraftIn(sent: FormData) {
  return { typed: typedFields(sent, reviewFields), longest };
}

const { comment, reply, reason } = lengths;
const longest = { comment: comment.most, reply: reply.most, reason: reason.most };

/** The fields of the review forms with the values of a draft. */
export function reviewDraft(draft: TypedFields | null): ReviewDraft {
  return pickFields(draft, reviewFields);
}
