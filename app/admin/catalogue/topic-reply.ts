import type { TypedTopic } from "#app/admin/catalogue/topic.form.ts";
import type { FormReply } from "#app/admin/decision.ts";
import { humanize } from "#app/admin/humanize.ts";
import type { SentForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";

/** What a form of the catalogue shows after a refusal: what was typed, and the sentences about it. */
export type TopicReply = FormReply & {
  intent: string;
  entry: string;
  typed: TypedTopic;
  /** True if the topic has changed: the form says what is stored now. */
  isStale: boolean;
};

/** The reply of a refused form. */
export function replyTo({ fields }: SentForm) {
  const typed: TypedTopic = {};
  for (const [name, value] of fields) if (typeof value === "string") typed[name] = value;
  const { intent = "", entry = "", reason = "" } = typed;
  return ({ kind, sentence, errors }: Refusal): TopicReply => ({
    intent,
    entry,
    reason,
    typed,
    errors,
    formError: sentence,
    isStale: kind === "stale",
  });
}

/** The labels of the fields of FAQs, features and SEO reviews. */
export const entryLabels = {
  faq: { heading: "Question", text: "Answer" },
  feature: { heading: "Title", text: "Description" },
  review: {
    rating: "Stars, 1 to 5",
    text: "Review",
    author: "Name",
    title: "What they do (optional)",
    service: "Service (optional)",
  },
};

const labelsOf: Record<string, Record<string, string>> = entryLabels;

const textLabels: Record<string, string> = {
  slug: "Address",
  metaTitle: "Title for search engines",
  metaDescription: "Description for search engines",
  description: "Text",
};

/** The label of a field whose form is no longer on the page. @param intent of its button: `edit-faq` */
export function lostLabel(intent: string, name: string): string {
  const kind = intent.slice(intent.indexOf("-") + 1);
  return labelsOf[kind]?.[name] ?? textLabels[name] ?? humanize(name);
}

/**
 * The reply for the form with this button, without its form error, which the page shows above. Null if
 * another form was refused.
 */
export function replyOf(reply: TopicReply | null, intents: string[], entry = ""): TopicReply | null {
  return reply && intents.includes(reply.intent) && reply.entry === entry
    ? { ...reply, formError: null }
    : null;
}
