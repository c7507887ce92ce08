import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";

type Props = {
  /** Names the table for screen readers. */
  label: string;
  columns: string[];
  /** Adds a last column for buttons, whose heading only screen readers get. */
  hasActions?: boolean;
  /** The rows, as `TableRow` elements. */
  children: ReactNode;
  foot?: ReactNode;
};

/**
 * A wide table that scrolls sideways where it is wider than its place. Below 768 px each row is a card, in
 * which every cell has its column's name.
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
