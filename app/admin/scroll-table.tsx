import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";

type Props = {
  /** Names the table for screen readers. */
  label: string;
  columns: string[];
  /** Adds a last column for buttons, with a heading for screen readers only. */
  hasActions?: boolean;
  /** The rows, as `TableRow` elements. */
  children: ReactNode;
  foot?: ReactNode;
};

/**
 * A table that scrolls sideways if it is wider than its container. Below 768 px each row is a card, and every
 * cell shows its column's name.
 */
export function ScrollTable({ label, columns, hasActions, children, foot }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a region that scrolls
    <section className="scroll" tabIndex={0} aria-label={`${label}, scroll sideways`}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasActions ? (
              <th scope="col">
                <span className="vh">Action</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot ? <tfoot>{foot}</tfoot> : null}
      </table>
    </section>
  );
}

/** A row of a `ScrollTable`. @param children its cells, as `td` elements, in the order of the columns */
export function TableRow({ columns, children }: { columns: string[]; children: ReactNode }) {
  const cells = Children.toArray(children).filter((cell) => isValidElement(cell)) as ReactElement[];
  return <tr>{cells.map((cell, i) => cloneElement(cell, { "data-column": columns[i] }))}</tr>;
}
