import type { EarlierText } from "#app/ui/forms/kept-text.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  texts: EarlierText[];
  /** A field's name in words. */
  labelOf(name: string): string;
  onUse(text: EarlierText): void;
  onDiscard(text: EarlierText): void;
};

/**
 * Texts of a form that this browser kept and newer ones replaced (docs/specification.md#autosave). Each is
 * shown until the user has dealt with it.
 */
export function EarlierTexts({ texts, labelOf, onUse, onDiscard }: Props) {
  if (texts.length === 0) return null;
  return (
    <Note kind="amber" title="This browser kept an earlier version">
      <ul className="stack">
        {texts.map((one) => {
          const label = labelOf(one.name);
          return (
            <li key={`${one.name} ${one.text}`}>
              <details>
                <summary className="btn">{`Show the earlier version of ${label}`}</summary>
                <textarea
                  className="in mt-3"
                  aria-label={`Earlier version of ${label}`}
                  rows={4}
                  readOnly
                  value={one.text}
                />
                <p className="row mt-3">
                  <button type="button" className="btn" onClick={() => onUse(one)}>
                    Use this version
                  </button>
                  <button type="button" className="btn plain" onClick={() => onDiscard(one)}>
                    Discard it
                  </button>
                </p>
              </details>
            </li>
          );
        })}
      </ul>
    </Note>
  );
}
