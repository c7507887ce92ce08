import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import { brand } from "#app/brand.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { costOf } from "#app/limits/limits.ts";
import type { ReviewAnswer } from "#app/reviews/order-review.tsx";
import { replyForm, reportForm, reviewForm } from "#app/reviews/review.form.ts";
import { reviewPath } from "#app/reviews/review.ts";
import { reviewDraft, reviewDraftIn } from "#app/reviews/review-draft.ts";
import * as reviews from "#app/reviews/reviews.server.ts";
import * as writes from "#app/writes/writes.server.ts";

const intents = ["review", "reply", "report"] as const;
export type ReviewIntent = (typeof intents)[number];

/** True if a form's `intent` is one of the review forms. */
export function isReviewIntent(intent: unknown): intent is ReviewIntent {
  return intents.some((name) => name === intent);
}

const successTexts: Record<ReviewIntent, string> = {
  review: "Thank you for your review",
  reply: "Your reply is published",
  report: `Thank you. ${brand} support will look at this review`,
};

const failed = {
  event: "review not saved",
  sentence: "Something went wrong. Your text is still here. Please try again.",
};

/**
 * POST /orders/{id} with `intent` = `review`, `reply` or `report`, by one of the order's two parties
 * (docs/specification.md#reviews).
 */
export async function reviewAction(
  context: AppLoadContext,
  orderId: string,
  form: SentForm,
  intent: ReviewIntent,
) {
  const path = reviewPath(orderId);
  const park = reviewDraftIn(form.fields);
  const typed = reviewDraft(park.typed);
  const again = ({ sentence, errors }: Refusal) => ({
    review: { intent, refusal: sentence, errors, typed } satisfies ReviewAnswer,
  });
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    await writes.allow(context, "review", costOf(Object.values(typed).join()));
    const refused = await save[intent](context, orderId, viewer, form);
    if (refused && "ended" in refused) refuse("signed out");
    if (refused) refuse("refused", refused.refusal);
    return writes.done(context, successTexts[intent], path);
  });
}

type Save = (
  context: AppLoadContext,
  orderId: string,
  viewer: Viewer,
  form: SentForm,
) => Promise<reviews.Refused | null>;

const save: Record<ReviewIntent, Save> = {
  async review({ db, clock }, orderId, viewer, form) {
    const at = clock.now();
    // A viewer who may not write a review at all sees that refusal instead of the form's errors.
    const refusal = await reviews.refusalToWrite(db, orderId, viewer.id, at);
    if (refusal) return { refusal };
    const opinion = {
      ...writes.parse(form, reviewForm),
      orderId,
      buyerId: viewer.id,
      sessionId: viewer.sessionId,
    };
    const written = await reviews.write(db, opinion, at);
    return "id" in written ? null : written;
  },
  reply: ({ db, clock }, orderId, viewer, form) =>
    reviews.answer(db, orderId, viewer, writes.parse(form, replyForm).reply, clock.now()),
  report: ({ db, clock }, orderId, viewer, form) =>
    reviews.report(db, orderId, viewer, writes.parse(form, reportForm).reason, clock.now()),
};
