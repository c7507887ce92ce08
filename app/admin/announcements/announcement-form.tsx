import { dayField } from "#app/admin/announcements/announcement-page.ts";
import { StoredNow } from "#app/admin/catalogue/stored-now.tsx";
import type { TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { PreviewButton } from "#app/admin/preview-button.tsx";
import { type Announcement, announcementKinds, bounds } from "#app/announcements/announcement.ts";
import { href } from "#app/lib/href.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";

type Props = {
  /** The draft to change; null: a new one. */
  announcement: Announcement | null;
  /** The id of a new draft. */
  newId?: string;
  reply: TopicReply | null;
  isOpen: boolean;
};

const kindOptions = Object.entries(announcementKinds).map(([value, { label }]) => ({ value, label }));

/** The form for a draft. */
export function AnnouncementForm({ announcement, newId, reply, isOpen }: Props) {
  const { kind, subject, text, effective } = reply?.errors ?? {};
  const typed = reply?.typed;
  const stored = (name: string, value: string | undefined) =>
    announcement ? <StoredNow name={name} reply={reply} stored={value ?? null} /> : null;
  const effectiveDay = dayField(announcement?.effectiveAt ?? null);
  const intent = announcement ? "save" : "write";
  return (
    <DecisionForm
      heading={announcement ? "The draft" : "Write an announcement"}
      isOpen={isOpen}
      hidden={announcement ? { version: announcement.version } : { id: newId ?? "" }}
      reply={reply}
      errors={{ kind, subject, text, effective }}
      reasonId={`reason-${intent}`}
      buttons={[{ intent, label: "Save the draft" }]}
      after={
        <PreviewButton
          path={href("/admin/announcements/:id/preview", { id: announcement?.id ?? "new" })}
          label="Preview the email in a new tab"
          intent={intent}
        />
      }
    >
      <SelectField
        name="kind"
        label="About"
        options={kindOptions}
        defaultValue={typed?.kind ?? announcement?.kind ?? "news"}
        required
        error={kind ?? undefined}
      />
      {stored("kind", announcement?.kind)}
      <Field
        name="subject"
        label="Subject"
        hint={`At most ${bounds.subject} characters.`}
        required
        defaultValue={typed?.subject ?? announcement?.subject}
        error={subject ?? undefined}
      />
      {stored("subject", announcement?.subject)}
      <Field
        name="text"
        label="Text"
        hint={`At most ${bounds.text.toLocaleString("en-US")} characters. Blank lines separate paragraphs. The greeting, the date and the button are added.`}
        multiline
        rows={12}
        required
        defaultValue={typed?.text ?? announcement?.text}
        error={text ?? undefined}
      />
      {stored("text", announcement?.text)}
      <Field
        name="effective"
        label="Takes effect on"
        hint="Changed Terms: at least 30 days after sending. Changed Privacy Policy: at least 14. News: optional. The day begins in UTC."
        type="date"
        defaultValue={typed?.effective ?? effectiveDay}
        error={effective ?? undefined}
      />
      {stored("effective", effectiveDay)}
    </DecisionForm>
  );
}
