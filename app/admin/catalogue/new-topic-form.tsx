import { bounds } from "#app/admin/catalogue/topic.ts";
import type { TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { Field } from "#app/ui/forms/field.tsx";

type Props = {
  intent: string;
  heading: string;
  button: string;
  hidden?: Record<string, string | number>;
  reply: TopicReply | null;
};

/** The form for a new category or subcategory. Its texts follow on its own page. */
export function NewTopicForm({ intent, heading, button, hidden, reply }: Props) {
  const { name, slug } = reply?.errors ?? {};
  return (
    <DecisionForm
      heading={heading}
      hidden={hidden}
      reply={reply}
      errors={{ "new-name": name, "new-slug": slug }}
      reasonId={`reason-${intent}`}
      buttons={[{ intent, label: button }]}
    >
      <Field
        id="new-name"
        name="name"
        label="Name"
        maxLength={bounds.name}
        required
        defaultValue={reply?.typed.name}
        error={name ?? undefined}
      />
      <Field
        id="new-slug"
        name="slug"
        label="Address"
        hint="Lower-case words joined by hyphens. Leave it empty to use the name."
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={reply?.typed.slug}
        error={slug ?? undefined}
      />
    </DecisionForm>
  );
}
