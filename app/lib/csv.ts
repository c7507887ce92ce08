/** The mark at the beginning of a file by which spreadsheets know that it is UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A value of a CSV file. Null: an empty cell. */
export type Cell = string | null;

/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet could run as a formula begins with an
 * apostrophe, so that it stays text. Amounts (`csvAmount`) are written as they are.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  const text = /^[=+\-@\t\r]/.test(cell) && !isAmount(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isAmount(text: string): boolean {
  return /^-?\d{1,15}\.\d\d$/.test(text);
}

/** An amount in a file: `120.00`, `-5.30`. @param cents whole US cents */
export function csvAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A time in a file: ISO 8601 in UTC. @param at UTC ms */
export function csvTime(at: number): string {
  return new Date(at).toISOString();
}
