import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { costOf } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { signInAgain } from "#app/auth/require-viewer.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { brand } from "#app/brand.ts";
import { pathWithDraft } from "#app/drafts/drafts.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import type { ReviewAnswer } from "#app/reviews/order-review.tsx";
import { replyForm, reportForm, reviewForm } from "#app/reviews/review.form.ts";
import { reviewPath } from "#app/reviews/review.ts";
import { reviewDraft, reviewDraftIn } from "#app/reviews/review-draft.ts";
import * as reviews from "#app/reviews/reviews.server.ts";

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

/**
 * POST /orders/{id} with `intent` = `review`, `reply` or `report`, by one of the order's two parties
 * (docs/specification.md#reviews). Answers 403 if the viewer may not do it, 400 if a field is wrong, 503 if
 * the database fails; what was typed is kept.
 */
export async function reviewAction(
  context: AppLoadContext,
  order: { id: string },
  viewer: Viewer,
  form: SentForm,
  intent: ReviewIntent,
) {
  const typed = reviewDraft(reviewDraftIn(form.fields).typed);
  const refused = (refusal: string) => ({
    review: { intent, refusal, errors: {}, typed } satisfies ReviewAnswer,
  });
  let problem: Problem;
  try {
    const over = await allowances.ask(context, "review", costOf(Object.values(typed).join()));
    if (over) return tooManyTries(refused(over.sentence), over.wait);
    problem = await save(context, order.id, viewer, form, intent);
  } catch (error) {
    context.log("error", "review not saved", { order: order.id, intent, error: errorStack(error) });
    return data(refused("Something went wrong. Your text is still here. Please try again."), { status: 503 });
  }
  if (problem === null) {
    toast(context, "success", successTexts[intent]);
    return seeOther(reviewPath(order.id));
  }
  if ("ended" in problem)
    return signInAgain(
      context,
      await pathWithDraft(context, reviewPath(order.id), reviewDraftIn(form.fields)),
    );
  const errors = "errors" in problem ? problem.errors : {};
  const refusal = "refusal" in problem ? problem.refusal : null;
  const review: ReviewAnswer = { intent, refusal, errors, typed };
  return data({ review }, { status: refusal === null || form.refusal ? 400 : 403 });
}

type Problem = reviews.Refused | { errors: ReviewAnswer["errors"] } | null;

/** Checks a form and saves it. @returns null if it was saved */
async function save(
  { db, clock }: AppLoadContext,
  orderId: string,
  viewer: Viewer,
  form: SentForm,
  intent: ReviewIntent,
): Promise<Problem> {
  if (form.refusal) return { refusal: form.refusal };
  const at = clock.now();
  if (intent === "reply") {
    const sent = form.parse(replyForm);
    if (sent.status !== "success") return { errors: sent.error ?? {} };
    return await reviews.answer(db, orderId, viewer, sent.value.reply, at);
  }
  if (intent === "report") {
    const sent = form.parse(reportForm);
    if (sent.status !== "success") return { errors: sent.error ?? {} };
    return await reviews.report(db, orderId, viewer, sent.value.reason, at);
  }
  const sent = form.parse(reviewForm);
  if (sent.status !== "success") {
    // A viewer who may not review at all gets the refusal, not the errors of the form.
    const refusal = await reviews.refusalToWrite(db, orderId, viewer.id, at);
    return refusal ? { refusal } : { errors: sent.error ?? {} };
  }
  const opinion = { ...sent.value, orderId, buyerId: viewer.id, sessionId: viewer.sessionId };
  const answer = await reviews.write(db, opinion, at);
  return "id" in answer ? null : answer;
}
