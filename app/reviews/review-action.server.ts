import { parseWithZod } from "@conform-to/zod/v4";
import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { signInAgain } from "#app/auth/require-viewer.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { orderPath } from "#app/orders/order.ts";
import type { ReviewAnswer } from "#app/reviews/order-review.tsx";
import { replyForm, reportForm, reviewForm } from "#app/reviews/review.form.ts";
import { reviewDraftPath, typedIn } from "#app/reviews/review-draft.ts";
import * as reviews from "#app/reviews/reviews.server.ts";

const intents = ["review", "reply", "report"] as const;
export type ReviewIntent = (typeof intents)[number];

/** Whether a form's `intent` is about the review of an order. */
export function isReviewIntent(intent: unknown): intent is ReviewIntent {
  return intents.some((name) => name === intent);
}

const done: Record<ReviewIntent, string> = {
  review: "Thank you for your review",
  reply: "Your answer is published",
  report: "Thank you. An operator will look at this review",
};

/**
 * POST /orders/{id} with `intent` = `review`, `reply` or `report`, by one of the order's two parties (docs/specification.md#reviews). Refusals: 403 for
 * whoever may not, 400 for what is missing; what was typed is kept.
 */
export async function reviewAction(
  context: AppLoadContext,
  order: { id: string },
  viewer: Viewer,
  form: FormData,
  intent: ReviewIntent,
) {
  const said = await carryOut(context, order.id, viewer, form, intent);
  if (said === null) {
    toast(context, "success", done[intent]);
    return seeOther(`${orderPath(order.id)}#review`);
  }
  if ("ended" in said) return signInAgain(context, reviewDraftPath(order.id, form));
  const errors = "errors" in said ? said.errors : {};
  const refusal = "refusal" in said ? said.refusal : null;
  const review: ReviewAnswer = { intent, refusal, errors, typed: typedIn(form) };
  return data({ review }, { status: refusal === null ? 400 : 403 });
}

type Said = reviews.Refused | { errors: ReviewAnswer["errors"] } | null;

/** @returns null when it is written */
async function carryOut(
  { db, clock }: AppLoadContext,
  orderId: string,
  viewer: Viewer,
  form: FormData,
  intent: ReviewIntent,
): Promise<Said> {
  const at = clock.now();
  if (intent === "reply") {
    const sent = parseWithZod(form, { schema: replyForm });
    if (sent.status !== "success") return { errors: sent.error ?? {} };
    return await reviews.answer(db, orderId, viewer, sent.value.reply, at);
  }
  if (intent === "report") {
    const sent = parseWithZod(form, { schema: reportForm });
    if (sent.status !== "success") return { errors: sent.error ?? {} };
    return await reviews.report(db, orderId, viewer, sent.value.reason, at);
  }
  const sent = parseWithZod(form, { schema: reviewForm });
  if (sent.status !== "success") {
    // Whoever may not review at all is told so, and not what their form lacks.
    const refusal = await reviews.refusalToWrite(db, orderId, viewer.id, at);
    return refusal ? { refusal } : { errors: sent.error ?? {} };
  }
  const opinion = { ...sent.value, orderId, buyerId: viewer.id, sessionId: viewer.sessionId };
  const answer = await reviews.write(db, opinion, at);
  return "id" in answer ? null : answer;
}
