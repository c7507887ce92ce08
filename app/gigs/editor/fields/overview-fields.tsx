import { useEffect, useState } from "react";
import type { Topics } from "#app/gigs/drafts/check-draft.ts";
import { fieldOf, type StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { Field } from "#app/ui/forms/field.tsx";

/** Title, category and tags (docs/specification.md#gig-editor). */
export function OverviewFields({ edit, topics }: { edit: StepEdit; topics: Topics }) {
  const category = edit.live.category ?? "";
  // Before the scripts run, all subcategories can be chosen, in groups.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const shown = isLive && category ? topics.filter(({ id }) => id === category) : topics;
  return (
    <>
      <Field
        {...fieldOf(edit, "title")}
        label="Title"
        hint="What you do, in 10 to 80 characters. It becomes the address of the page."
        required
      />
      <Choice edit={edit} name="category" label="Category" options={topics} />
      <Choice
        edit={edit}
        name="subcategory"
        label="Subcategory"
        hint="One of the subcategories of your category."
        groups={shown}
      />
      <Field
        {...fieldOf(edit, "tags")}
        label="Tags"
        hint="Up to 5, of 2 to 20 characters, with commas between them. Optional."
      />
    </>
  );
}

type Option = { id: string; name: string };
type ChoiceProps = {
  edit: StepEdit;
  name: string;
  label: string;
  hint?: string;
  options?: Option[];
  groups?: Topics;
};

function Choice({ edit, name, label, hint, options = [], groups = [] }: ChoiceProps) {
  const error = edit.errors[name];
  const described = [error && `${name}-e`, hint && `${name}-h`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint ? (
        <span className="hint" id={`${name}-h`}>
          {hint}
        </span>
      ) : null}
      <select
        className="in"
        id={name}
        name={name}
        defaultValue={edit.typed[name] ?? ""}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      >
        <option value="">Choose one</option>
        {options.map(({ id, name: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
        {groups.map((group) => (
          <optgroup key={group.id} label={group.name}>
            {group.subcategories.map(({ id, name: text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {error ? (
        <p className="err" id={`${name}-e`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
