import type { SubmissionResult } from "@conform-to/dom";
import { Form, Link } from "@remix-run/react";
import { spokenLevels } from "#app/sellers/seller.ts";
import { shownRows, type TypedSelling } from "#app/sellers/selling/selling.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  stored: TypedSelling;
  /** What the fields show. */
  saved: TypedSelling;
  /** True if they show what was typed before signing in. */
  isUnsaved: boolean;
  countries: { value: string; label: string }[];
  /** The seller's public page. */
  page: string;
  lastResult?: SubmissionResult<string[]>;
};

const levelOptions = spokenLevels.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** /profile/selling (docs/specification.md#selling-texts). */
export function SellingScreen({ stored, saved, isUnsaved, countries, page, lastResult }: Props) {
  const { errors, fields } = shownForm<TypedSelling>(lastResult, saved);
  const field = (name: string) => ({
    name,
    defaultValue: fields[name]?.initialValue ?? "",
    error: fields[name]?.errors,
  });
  const shown = Object.fromEntries(Object.keys(saved).map((name) => [name, field(name).defaultValue]));
  const refused = Object.fromEntries(Object.keys(saved).map((name) => [name, fields[name]?.errors]));
  return (
    <>
      <p className="mt-4">
        Buyers read this on <Link to={page}>your public page</Link>. Your name, picture, bio and time zone are
        under <Link to="/profile">Profile</Link>.
      </p>
      {isUnsaved && !lastResult ? <Note kind="plain" title="Your texts are not saved yet." /> : null}
      <Form method="post" className="panel mt-4" noValidate>
        <input type="hidden" name="shown" value={JSON.stringify(stored)} />
        <ErrorSummary errors={refused} form={errors} />
        <Field
          {...field("skills")}
          label="Skills"
          hint="Tools, techniques, languages. Commas are fine."
          multiline
          rows={2}
          required
        />
        <Field
          {...field("experience")}
          label="Experience"
          hint="Jobs, studies, years at the kitchen table. All of it counts."
          multiline
          rows={5}
          required
        />
        <SelectField {...field("country")} label="Country" options={countries} />
        <fieldset className="field">
          <legend className="label">Languages</legend>
          <p className="hint">Up to 8. Save to get more rows; clear a row to remove it.</p>
          {shownRows(shown).map((row) => (
            <div className="languages" key={row}>
              <Field {...field(`language${row}`)} label={`Language ${row}`} maxLength={40} />
              <SelectField {...field(`level${row}`)} label={`Level ${row}`} options={levelOptions} />
            </div>
          ))}
        </fieldset>
        <Submit className="btn go big mt-6" pendingText="Saving...">
          Save
        </Submit>
      </Form>
    </>
  );
}
