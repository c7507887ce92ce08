import { Form } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import { href } from "#app/lib/href.ts";
import type { OrderReviewView } from "#app/reviews/order-reviews.server.ts";
import { takenDown } from "#app/reviews/review.ts";
import type { ReviewDraft } from "#app/reviews/review-draft.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { icons } from "#app/ui/icon-shapes.ts";
import { Stars } from "#app/ui/stars.tsx";

/** The reply to a refused form: a refusal, or the errors of its fields, and what was typed. */
export type ReviewAnswer = {
  intent: "review" | "reply" | "report";
  refusal: string | null;
  errors: FormErrors;
  typed: ReviewDraft;
};

/** `other`: how a sentence refers to the other party. */
type Props = { review: OrderReviewView | null; other: string; answer: ReviewAnswer | null };

/** The buyer's review, the seller's reply, and their forms (docs/specification.md#reviews). */
export function OrderReview({ review: view, other, answer }: Props) {
  const refusal = answer?.refusal ?? null;
  if (!view)
    return (
      <section id="review" className="mt-6">
        {refusal ? <RefusalNote title={refusal} /> : null}
        <p>We couldn't load the review. Please reload this page.</p>
      </section>
    );
  const { review, writeUntil, mayReply } = view;
  if (!review && !view.isTakenDown && writeUntil === null && !answer) return null;
  const typed = answer?.typed ?? view.draft;
  const errorsOf = (intent: ReviewAnswer["intent"]) => (answer?.intent === intent ? answer.errors : {});
  return (
    <section id="review" className="mt-6 stack">
      <h2>Review</h2>
      {refusal ? <RefusalNote title={refusal} /> : null}
      {refusal && answer ? <UnsavedText answer={answer} view={view} /> : null}
      {review ? <WrittenReview review={review} other={other} /> : null}
      {view.isTakenDown ? <p>{`${takenDown}.`}</p> : null}
      {writeUntil === null ? null : (
        <WriteForm orderId={view.orderId} until={writeUntil} typed={typed} errors={errorsOf("review")} />
      )}
      {mayReply ? <ReplyForm orderId={view.orderId} typed={typed.reply} errors={errorsOf("reply")} /> : null}
      {view.isReported && review ? (
        <p className="small muted">{`You reported this review. ${brand} support is reviewing it.`}</p>
      ) : null}
      {view.mayReport ? (
        <ReportForm orderId={view.orderId} typed={typed.reason} errors={errorsOf("report")} />
      ) : null}
    </section>
  );
}

/** The text of a form that the page no longer shows, so that it is not lost. */
function UnsavedText({ answer, view }: { answer: ReviewAnswer; view: OrderReviewView }) {
  const { intent, typed } = answer;
  const [text, isShown] =
    intent === "review"
      ? [typed.comment, view.writeUntil !== null]
      : intent === "reply"
        ? [typed.reply, view.mayReply]
        : [typed.reason, view.mayReport];
  if (isShown || text === "") return null;
  return (
    <div>
      <p className="small muted">You typed:</p>
      <p className="panel whitespace-pre-wrap">{text}</p>
    </div>
  );
}

type WrittenProps = { review: NonNullable<OrderReviewView["review"]>; other: string };

function WrittenReview({ review, other }: WrittenProps) {
  return (
    <div className="panel stack">
      <div className="row between">
        <Stars rating={review.rating} />
        <p className="muted small">{`${review.isMine ? "You" : other}, ${review.at}`}</p>
      </div>
      <p className="whitespace-pre-wrap">{review.comment ?? "No comment provided."}</p>
      {review.reply === null ? null : (
        <div>
          <p className="muted small">
            {`${review.isMine ? `${other}'s reply` : "Your reply"}, ${review.repliedAt}`}
          </p>
          <p className="whitespace-pre-wrap">{review.reply}</p>
        </div>
      )}
    </div>
  );
}

const ratingNames = { 1: "Bad", 2: "Poor", 3: "Fair", 4: "Good", 5: "Excellent" };

type WriteProps = { orderId: string; until: string; typed: ReviewDraft; errors: FormErrors };

function WriteForm({ orderId, until, typed, errors }: WriteProps) {
  const ratingError = errors.rating?.[0];
  return (
    <Form method="post" action={href("/orders/:id", { id: orderId })} className="panel stack" noValidate>
      <ErrorSummary errors={errors} />
      <p>{`How was the work? Your review appears on the service's page. You can write it until ${until}.`}</p>
      <fieldset aria-describedby={ratingError ? "rating-e" : undefined}>
        <legend>
          <b>Rating</b>
        </legend>
        <div className="rate">
          {([1, 2, 3, 4, 5] as const).map((stars) => (
            <label key={stars}>
              <input
                type="radio"
                name="rating"
                id={stars === 1 ? "rating" : undefined}
                value={stars}
                required
                aria-invalid={ratingError ? true : undefined}
                defaultChecked={typed.rating === String(stars)}
              />
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={icons.star} />
              </svg>
              <span>{`${stars} – ${ratingNames[stars]}`}</span>
            </label>
          ))}
        </div>
        {ratingError ? (
          <p className="err" id="rating-e">
            <Icon name="alert" />
            {ratingError}
          </p>
        ) : null}
      </fieldset>
      <Field
        name="comment"
        label="Comment (optional)"
        multiline
        rows={4}
        defaultValue={typed.comment}
        error={errors.comment ?? undefined}
      />
      <Submit name="intent" value="review" pendingText="Sending...">
        Publish review
      </Submit>
    </Form>
  );
}

type TextProps = { orderId: string; typed: string; errors: FormErrors };

function ReplyForm({ orderId, typed, errors }: TextProps) {
  return (
    <Form method="post" action={href("/orders/:id", { id: orderId })} className="panel stack" noValidate>
      <ErrorSummary errors={errors} />
      <Field
        name="reply"
        label="Your reply"
        hint="One reply, 2 to 1,000 characters. It appears under the review on the service's page."
        multiline
        rows={3}
        required
        defaultValue={typed}
        error={errors.reply ?? undefined}
      />
      <Submit name="intent" value="reply" pendingText="Sending...">
        Publish reply
      </Submit>
    </Form>
  );
}

function ReportForm({ orderId, typed, errors }: TextProps) {
  const isOpen = typed !== "" || Object.keys(errors).length > 0;
  return (
    <details open={isOpen || undefined}>
      <summary className="more">Report this review</summary>
      <Form method="post" action={href("/orders/:id", { id: orderId })} className="panel stack" noValidate>
        <ErrorSummary errors={errors} />
        <Field
          name="reason"
          label="What is wrong with it?"
          hint={`Only ${brand} support sees this.`}
          multiline
          rows={2}
          required
          defaultValue={typed}
          error={errors.reason ?? undefined}
        />
        <Submit className="btn" name="intent" value="report" pendingText="Sending...">
          Report
        </Submit>
      </Form>
    </details>
  );
}
