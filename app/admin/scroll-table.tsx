import type { ReactNode } from "react";

type Props = {
  /** Names the table for screen readers. */
  label: string;
  columns: string[];
  /** Adds a last column for buttons, whose heading only screen readers get. */
  hasActions?: boolean;
  /** The rows, as `tr` elements. */
  children: ReactNode;
  foot?: ReactNode;
};

/** A wide table that scrolls sideways on a narrow screen. */
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
