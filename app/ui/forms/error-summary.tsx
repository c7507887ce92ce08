import { useEffect, useRef } from "react";
import { errorCountText, errorLines, type FormErrors } from "#app/ui/forms/form-errors.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * The list of a form's errors, with links to the fields. Renders nothing if there are none. New errors that
 * arrive without a page load take the focus. The first render does not, because the visitor may be typing.
 */
export function ErrorSummary({ errors, form }: { errors: FormErrors; form?: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const lines = errorLines(errors, form);
  const sentences = lines.map((line) => line.sentence).join("\n");
  const shown = useRef(sentences);
  useEffect(() => {
    if (shown.current !== sentences) box.current?.focus();
    shown.current = sentences;
  }, [sentences]);

  const only = lines.length === 1 ? lines[0] : undefined;
  if (lines.length === 0) return null;
  return (
    <div className="note bad mb-6" role="alert" tabIndex={-1} ref={box}>
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
