import type { TypedTopic } from "#app/admin/catalogue/topic.form.ts";
import type { FormReply } from "#app/admin/decision.ts";
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

/** The part of the reply that the form with this button shows; null if another form was refused. */
export function replyOf(reply: TopicReply | null, intents: string[], entry = ""): TopicReply | null {
  return reply && intents.includes(reply.intent) && reply.entry === entry ? reply : null;
}
