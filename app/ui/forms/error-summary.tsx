import { useEffect, useRef } from "react";
import { errorLines, type FormErrors, thingsToPutRight } from "#app/ui/forms/form-errors.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * First in the form: what is wrong, with links to the fields. Nothing when nothing is wrong. After an answer that came
 * without a page load it takes the focus; on a fresh page it does not, because hydration may come while somebody types.
 */
export function ErrorSummary({ errors, form }: { errors: FormErrors; form?: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const lines = errorLines(errors, form);
  const said = lines.map((line) => line.sentence).join("\n");
  const shown = useRef(said);
  useEffect(() => {
    if (shown.current !== said) box.current?.focus();
    shown.current = said;
  }, [said]);

  const only = lines.length === 1 ? lines[0] : undefined;
  if (lines.length === 0) return null;
  return (
    <div className="note bad mb-6" role="alert" tabIndex={-1} ref={box}>
      <Icon name="alert" />
      <div>
        <h2>{only?.field === null ? only.sentence : thingsToPutRight(lines.length)}</h2>
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
