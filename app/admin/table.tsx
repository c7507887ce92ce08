import type { ReactNode } from "react";

/** A column of a table: its heading, and what a row shows in it. */
export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** `num`: an amount or a time. `why`: sentences. */
  kind?: "num" | "why";
  /** Hides the heading from everyone but screen readers, over a column of buttons. */
  isAction?: boolean;
};

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  foot?: ReactNode;
};

/**
 * The table of every list of the console. Below 768 px each row is a card, and every cell shows its column's
 * name; long texts wrap, so nothing scrolls sideways.
 */
export function Table<Row>({ label, columns, rows, keyOf, foot }: Props<Row>) {
  return (
    <table className="rows" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ label, isAction }) => (
            <th key={label} scope="col">
              {isAction ? <span className="vh">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, cell, kind, isAction }) => (
              <td key={label} className={kind} data-column={isAction ? undefined : label}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  );
}
