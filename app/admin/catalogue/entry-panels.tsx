import { Fragment } from "react";
import { StoredNow } from "#app/admin/catalogue/stored-now.tsx";
import { bounds, type EntryKind, most } from "#app/admin/catalogue/topic.ts";
import { entryLabels, replyOf, type TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import type { Entry, Topic, TopicContent } from "#app/admin/catalogue/topics.server.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import { Folded } from "#app/admin/folded.tsx";
import { PreviewButton } from "#app/admin/preview-button.tsx";
import { href } from "#app/lib/href.ts";
import { Field } from "#app/ui/forms/field.tsx";

const words = {
  faq: { title: "Frequently asked questions", add: "Add a question" },
  feature: { title: "Key features", add: "Add a feature" },
};

type EntriesProps = { kind: EntryKind; topic: Topic; entries: Entry[]; reply: TopicReply | null };

/** The FAQs or the features of a topic, each with its forms. */
export function EntryPanels({ kind, topic, entries, reply }: EntriesProps) {
  const { title, add } = words[kind];
  const id = `${kind}s`;
  return (
    <section className="stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="muted">The page shows the first five, in this order.</p>
      {entries.map((entry, i) => (
        <Folded
          key={entry.number}
          heading={`${i + 1}. ${entry.heading}${i < 5 ? "" : " (not shown)"}`}
          isOpen={intentsOf(kind).some((intent) => replyOf(reply, [intent], String(entry.number)))}
        >
          <PairForm kind={kind} topic={topic} entry={entry} reply={reply} />
          <PlaceForm
            kind={kind}
            topic={topic}
            entry={entry}
            reply={reply}
            isFirst={i === 0}
            isLast={i === entries.length - 1}
          />
        </Folded>
      ))}
      {entries.length < most.entries || reply?.intent === `add-${kind}` ? (
        <Folded heading={add} isOpen={replyOf(reply, [`add-${kind}`]) !== null}>
          <PairForm kind={kind} topic={topic} entry={null} reply={reply} />
        </Folded>
      ) : null}
    </section>
  );
}

const intentsOf = (kind: string) => ["edit", "up", "down", "remove"].map((verb) => `${verb}-${kind}`);

type PairProps = { kind: EntryKind; topic: Topic; entry: Entry | null; reply: TopicReply | null };

/** @param entry null: a new one */
function PairForm({ kind, topic, entry, reply }: PairProps) {
  const intent = `${entry ? "edit" : "add"}-${kind}`;
  const mine = replyOf(reply, [intent], entry ? String(entry.number) : "");
  const key = `${intent}-${entry?.number ?? 0}`;
  const { heading, text } = mine?.errors ?? {};
  return (
    <DecisionForm
      hidden={{ version: topic.version, ...(entry ? { entry: entry.number } : {}) }}
      reply={mine}
      errors={{ [`heading-${key}`]: heading, [`text-${key}`]: text }}
      reasonId={`reason-${key}`}
      buttons={[{ intent, label: entry ? "Save" : "Add" }]}
      after={
        <PreviewButton
          path={href("/admin/catalogue/:id/preview", { id: topic.id })}
          label="Preview in a new tab"
          intent={intent}
        />
      }
    >
      <Field
        id={`heading-${key}`}
        name="heading"
        label={entryLabels[kind].heading}
        maxLength={bounds.heading}
        required
        defaultValue={mine?.typed.heading ?? entry?.heading}
        error={heading ?? undefined}
      />
      {entry ? <StoredNow name="heading" reply={mine} stored={entry.heading} /> : null}
      <Field
        id={`text-${key}`}
        name="text"
        label={entryLabels[kind].text}
        multiline
        rows={4}
        required
        defaultValue={mine?.typed.text ?? entry?.text}
        error={text ?? undefined}
      />
      {entry ? <StoredNow name="text" reply={mine} stored={entry.text} /> : null}
    </DecisionForm>
  );
}

type PlaceProps = PairProps & { entry: Entry; isFirst: boolean; isLast: boolean };

/** Moves an entry one place, or removes it. */
function PlaceForm({ kind, topic, entry, reply, isFirst, isLast }: PlaceProps) {
  const number = String(entry.number);
  const buttons: DecisionButton[] = [
    ...(isFirst ? [] : [{ intent: `up-${kind}`, label: "Move up" }]),
    ...(isLast ? [] : [{ intent: `down-${kind}`, label: "Move down" }]),
    { intent: `remove-${kind}`, label: "Remove", kind: "stop" },
  ];
  return (
    <DecisionForm
      hint="Move or remove it:"
      hidden={{ version: topic.version, entry: entry.number }}
      reply={replyOf(reply, [`up-${kind}`, `down-${kind}`, `remove-${kind}`], number)}
      reasonId={`reason-place-${kind}-${number}`}
      rows={2}
      buttons={buttons}
    />
  );
}

type Review = TopicContent["reviews"][number];
type ReviewsProps = { topic: Topic; reviews: Review[]; reply: TopicReply | null };

/** The SEO reviews of a category. */
export function ReviewPanels({ topic, reviews, reply }: ReviewsProps) {
  return (
    <section className="stack" id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews ‘About this category’</h2>
      <p className="muted">
        They fill up the reviews of a service that has fewer than five, under their own heading. They don't
        count toward any average. The oldest five are shown.
      </p>
      {reviews.map((review) => (
        <Folded
          key={review.number}
          heading={`${review.author}, ${review.rating} of 5`}
          isOpen={replyOf(reply, ["edit-review", "remove-review"], String(review.number)) !== null}
        >
          <ReviewForm topic={topic} review={review} reply={reply} />
          <DecisionForm
            hidden={{ version: topic.version, entry: review.number }}
            reply={replyOf(reply, ["remove-review"], String(review.number))}
            reasonId={`reason-remove-review-${review.number}`}
            rows={2}
            buttons={[{ intent: "remove-review", label: "Remove", kind: "stop" }]}
          />
        </Folded>
      ))}
      {reviews.length < most.entries || reply?.intent === "add-review" ? (
        <Folded heading="Add a review" isOpen={replyOf(reply, ["add-review"]) !== null}>
          <ReviewForm topic={topic} review={null} reply={reply} />
        </Folded>
      ) : null}
    </section>
  );
}

const reviewFields = ["rating", "text", "author", "title", "service"] as const;

type ReviewProps = { topic: Topic; review: Review | null; reply: TopicReply | null };

function ReviewForm({ topic, review, reply }: ReviewProps) {
  const intent = review ? "edit-review" : "add-review";
  const mine = replyOf(reply, [intent], review ? String(review.number) : "");
  const key = `${intent}-${review?.number ?? 0}`;
  return (
    <DecisionForm
      hidden={{ version: topic.version, ...(review ? { entry: review.number } : {}) }}
      reply={mine}
      errors={Object.fromEntries(reviewFields.map((name) => [`${name}-${key}`, mine?.errors[name]]))}
      reasonId={`reason-${key}`}
      buttons={[{ intent, label: review ? "Save" : "Add" }]}
    >
      {reviewFields.map((name) => (
        <Fragment key={name}>
          <Field
            id={`${name}-${key}`}
            name={name}
            label={entryLabels.review[name]}
            multiline={name === "text"}
            rows={name === "text" ? 3 : undefined}
            inputMode={name === "rating" ? "numeric" : undefined}
            required={!entryLabels.review[name].endsWith("(optional)")}
            defaultValue={mine?.typed[name] ?? (review ? String(review[name] ?? "") : undefined)}
            error={mine?.errors[name] ?? undefined}
          />
          {review ? <StoredNow name={name} reply={mine} stored={review[name]} /> : null}
        </Fragment>
      ))}
    </DecisionForm>
  );
}
