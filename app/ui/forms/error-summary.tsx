import { errorCountText, errorLines, type FormErrors } from "#app/ui/forms/form-errors.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * The list of a form's errors, with links to the fields. Renders nothing if there are none. Errors that
 * arrive without a page load take the focus (app/layout/use-refusal-focus.ts).
 */
export function ErrorSummary({ errors, form }: { errors: FormErrors; form?: string[] }) {
  const lines = errorLines(errors, form);
  const only = lines.length === 1 ? lines[0] : undefined;
  if (lines.length === 0) return null;
  return (
    <div className="note bad mb-6" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <h2>{only?.field === null ? only.sentence : errorCountText(lines.length)}</h2>
        {only?.field === null ? null : (
          <ul>
            {lines.map(({ field, sentence }) => (
              <li key={`${field} ${sentence}`}>{field ? <a href={`#${field}`}>{sentence}</a> : sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
