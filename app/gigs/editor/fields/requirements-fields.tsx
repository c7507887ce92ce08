import { Rows } from "#app/gigs/editor/fields/rows.tsx";
import { fieldOf, type StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";

const answerTypes = [
  { value: "text", label: "A text" },
  { value: "choice", label: "A choice" },
  { value: "file", label: "A file" },
];

/** What the seller asks a buyer once an order is paid. */
export function RequirementsFields({ edit }: { edit: StepEdit }) {
  return (
    <fieldset>
      <legend className="serif big-legend">What you need from the buyer</legend>
      <p className="muted">
        Up to 10 questions, of at most 200 characters. Buyers answer them after they have paid. The delivery
        time begins when you start the work. If you ask nothing, you start from what they wrote when they
        ordered.
      </p>
      <Rows edit={edit} list="questions" row="question">
        {(at, label) => {
          const error = edit.errors[`${at}.type`];
          return (
            <>
              <Field {...fieldOf(edit, `${at}.question`)} label={label} />
              <div className="cols">
                <SelectField
                  name={`${at}.type`}
                  label="Answered by"
                  options={answerTypes}
                  defaultValue={edit.typed[`${at}.type`] || "text"}
                  {...(error ? { error: [error] } : {})}
                />
                <label className="pick">
                  <input
                    type="checkbox"
                    name={`${at}.required`}
                    defaultChecked={Boolean(edit.typed[`${at}.required`])}
                  />
                  An answer is required
                </label>
              </div>
              <Field
                {...fieldOf(edit, `${at}.options`)}
                label="Choices"
                hint="For a choice: 2 to 8, one per line."
                multiline
                rows={2}
              />
            </>
          );
        }}
      </Rows>
    </fieldset>
  );
}
