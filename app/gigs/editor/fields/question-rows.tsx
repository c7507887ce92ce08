import { Rows } from "#app/gigs/editor/fields/rows.tsx";
import { type FieldsEdit, fieldOf } from "#app/gigs/editor/fields/step-edit.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";

const answerTypes = [
  { value: "text", label: "Text" },
  { value: "choice", label: "Choice" },
  { value: "file", label: "File" },
];

/** The questions for a buyer, as rows. */
export function QuestionRows({ edit }: { edit: FieldsEdit }) {
  return (
    <Rows edit={edit} list="questions" row="question">
      {(at, label) => {
        const error = edit.errors[`${at}.type`];
        return (
          <>
            <Field {...fieldOf(edit, `${at}.question`)} label={label} />
            <div className="cols">
              <SelectField
                name={`${at}.type`}
                label="Answer type"
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
  );
}
