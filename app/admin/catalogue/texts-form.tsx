import { StoredNow } from "#app/admin/catalogue/stored-now.tsx";
import { bounds, icons } from "#app/admin/catalogue/topic.ts";
import type { TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import type { Topic } from "#app/admin/catalogue/topics.server.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { PreviewButton } from "#app/admin/preview-button.tsx";
import { CategoryIcon } from "#app/catalog/category-icon.tsx";
import { href } from "#app/lib/href.ts";
import { Field } from "#app/ui/forms/field.tsx";

type Props = { topic: Topic; reply: TopicReply | null };

/** The form for a topic's name, address, icon and texts. */
export function TextsForm({ topic, reply }: Props) {
  const errors = reply?.errors ?? {};
  const { id, kind, version, parent, ...texts } = topic;
  const field = (name: "name" | "slug" | "metaTitle" | "metaDescription" | "description") => ({
    name,
    defaultValue: reply?.typed[name] ?? topic[name] ?? "",
    error: errors[name] ?? undefined,
  });
  const stored = (name: keyof typeof texts) => <StoredNow name={name} reply={reply} stored={texts[name]} />;
  const { name, slug, icon, metaTitle, metaDescription, description } = errors;
  return (
    <DecisionForm
      heading="Name, address and texts"
      isOpen
      hidden={{ version: topic.version }}
      reply={reply}
      errors={{ name, slug, icon, metaTitle, metaDescription, description }}
      reasonId="reason-save"
      buttons={[{ intent: "save", label: "Save" }]}
      after={
        <PreviewButton
          path={href("/admin/catalogue/:id/preview", { id: topic.id })}
          label="Preview in a new tab"
          intent="save"
        />
      }
    >
      <Field {...field("name")} label="Name" maxLength={bounds.name} required />
      {stored("name")}
      <Field
        {...field("slug")}
        label="Address"
        hint="If you change it, the old address redirects to the new one permanently."
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {stored("slug")}
      {topic.kind === "category" ? (
        <IconField now={topic.icon} chosen={reply?.typed.icon ?? topic.icon ?? ""} error={errors.icon} />
      ) : null}
      <StoredNow name="icon" reply={reply} stored={topic.icon} words={iconName(topic.icon)} />
      <Field
        {...field("metaTitle")}
        label="Title for search engines"
        hint={`At most ${bounds.metaTitle} characters. If empty, it is made from the name.`}
      />
      {stored("metaTitle")}
      <Field
        {...field("metaDescription")}
        label="Description for search engines"
        hint={`Search engines show about ${bounds.metaDescription} characters. If empty, it is the beginning of the text.`}
        multiline
        rows={3}
      />
      {stored("metaDescription")}
      <Field
        {...field("description")}
        label={`Text of ‘About ${topic.name} Services’`}
        hint="At most 20,000 characters. Blank lines separate paragraphs, lines that begin with a hyphen are lists, a short line right above a text is a heading. HTML shows as text."
        multiline
        rows={14}
      />
      {stored("description")}
    </DecisionForm>
  );
}

/** The name of an icon. @param path null: there is no icon. One that is not in the set has no name */
function iconName(path: string | null): string {
  return path === null ? "none" : (icons.find((icon) => icon.path === path)?.name ?? "current icon");
}

type IconProps = { now: string | null; chosen: string; error: string[] | null | undefined };

/** The pictures to choose from. @param now can be kept even if it is not in the set */
function IconField({ now, chosen, error }: IconProps) {
  const isOther = now !== null && !icons.some(({ path }) => path === now);
  const choices = [
    { name: iconName(null), path: "" },
    ...icons,
    ...(isOther ? [{ name: iconName(now), path: now }] : []),
  ];
  return (
    <fieldset className="field" aria-describedby={error ? "icon-e" : undefined}>
      <legend>Icon</legend>
      <div className="row">
        {choices.map(({ name, path }, i) => (
          <label key={name} className="pick">
            <input
              type="radio"
              id={i === 0 ? "icon" : undefined}
              name="icon"
              value={path}
              defaultChecked={path === chosen}
            />
            <CategoryIcon icon={path} />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p className="err" id="icon-e">
          {error[0]}
        </p>
      ) : null}
    </fieldset>
  );
}
