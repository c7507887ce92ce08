import { errorCountText, errorLines, type FormErrors } from "#app/ui/forms/form-errors.ts";
import { useFocusOnLoad } from "#app/ui/forms/use-focus-on-load.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  errors: FormErrors;
  form?: string[];
};

/**
 * The list of a form's errors, with links to the fields. Renders nothing if there are none. It takes the
 * focus when its page is loaded, wherever the form is. Errors that arrive without a page load take it unless
 * someone is typing (app/layout/use-refusal-focus.ts).
 */
export function ErrorSummary({ errors, form }: Props) {
  const isLoaded = useFocusOnLoad();
  const lines = errorLines(errors, form);
  const only = lines.length === 1 ? lines[0] : undefined;
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without it, a refused form would look as if nothing had happened.
    <div className="note bad mb-6" role="alert" tabIndex={-1} autoFocus={isLoaded}>
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
