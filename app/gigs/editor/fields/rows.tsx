import type { ReactNode } from "react";
import { maxRowsOf, type RowMove, rowIntentText, shownRows } from "#app/gigs/drafts/typed.ts";
import { EditorIcon } from "#app/gigs/editor/fields/editor-icon.tsx";
import type { FieldsEdit } from "#app/gigs/editor/fields/step-edit.ts";

type Props = {
  edit: FieldsEdit;
  /** The list's name in field names. */
  list: string;
  /** The word for a row: "feature". */
  row: string;
  /** The list's owner, if the page has several such lists: "Basic". Buttons name it too. */
  of?: string;
  /** The row's fields. @param at the prefix of their names */
  children: (at: string, label: string) => ReactNode;
};

const words = { up: "Move up", down: "Move down", remove: "Remove" } as const;

/** Rows with submit buttons that add, remove and move them. With scripts, they work without a page load. */
export function Rows({ edit, list, row, of, children }: Props) {
  const count = shownRows(edit.typed, list).length;
  const most = maxRowsOf(list);
  const button = (move: Exclude<RowMove, "add">, i: number, label: string, isOff: boolean) => {
    const intent = rowIntentText({ move, list, row: i });
    return (
      <button type="submit" className="icon" id={intent} name="intent" value={intent} disabled={isOff}>
        <EditorIcon name={move} />
        <span className="vh">{`${words[move]} ${of ? `${of} ` : ""}${label}`}</span>
      </button>
    );
  };
  return (
    <>
      <ul className="rows mt-4">
        {Array.from({ length: count }, (_, i) => {
          const label = `${row} ${i + 1}`;
          return (
            <li key={label}>
              {children(`${list}[${i}]`, label.charAt(0).toUpperCase() + label.slice(1))}
              <div className="acts">
                {button("up", i, label, i === 0)}
                {button("down", i, label, i === count - 1)}
                {button("remove", i, label, false)}
              </div>
            </li>
          );
        })}
      </ul>
      {count < most ? (
        <button type="submit" className="btn" id={`add:${list}`} name="intent" value={`add:${list}`}>
          <EditorIcon name="add" />
          {`Add ${/^[aeiou]/.test(row) ? "an" : "a"} ${row}`}
          {of ? <span className="vh">{` to ${of}`}</span> : null}
        </button>
      ) : (
        <p className="small muted">{`You can have at most ${most}.`}</p>
      )}
    </>
  );
}
