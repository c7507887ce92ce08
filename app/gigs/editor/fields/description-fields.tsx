import { Rows } from "#app/gigs/editor/fields/rows.tsx";
import { fieldOf, type StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { Field } from "#app/ui/forms/field.tsx";

/** The description, what buyers get, and frequently asked questions. */
export function DescriptionFields({ edit }: { edit: StepEdit }) {
  return (
    <>
      <Field
        {...fieldOf(edit, "description")}
        label="Description"
        hint="120 to 5,000 characters. What you do, how you work, what you need to start. An empty line starts a paragraph; a dash at the start of a line makes a list item."
        multiline
        rows={12}
        required
      />
      <hr />
      <fieldset>
        <legend className="serif big-legend">What you'll get</legend>
        <p className="muted">Up to 10 features, of at most 80 characters. Short and checkable.</p>
        <Rows edit={edit} list="features" row="feature">
          {(at, label) => <Field {...fieldOf(edit, at)} label={label} />}
        </Rows>
      </fieldset>
      <hr />
      <fieldset>
        <legend className="serif big-legend">Frequently asked questions</legend>
        <p className="muted">
          Up to 10. A question has at most 120 characters, an answer 500. What would you ask?
        </p>
        <Rows edit={edit} list="faqs" row="question">
          {(at, label) => (
            <>
              <Field {...fieldOf(edit, `${at}.question`)} label={label} />
              <Field
                {...fieldOf(edit, `${at}.answer`)}
                label={`Answer to ${label.toLowerCase()}`}
                multiline
                rows={3}
              />
            </>
          )}
        </Rows>
      </fieldset>
    </>
  );
}
