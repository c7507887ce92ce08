/** The mark at the start of a file that tells spreadsheets that it is UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A value of a CSV file. Null: an empty cell. */
export type Cell = string | null;

/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet could run as a formula gets an apostrophe, so
 * that it stays text. Amounts (`csvAmount`) are written as they are: a negative one is a number. Half of a
 * surrogate pair becomes U+FFFD; every other character stays.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  const text = isAmount(cell) ? cell : asText(cell.toWellFormed());
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isAmount(text: string): boolean {
  return /^-?\d{1,15}\.\d\d$/.test(text);
}

/** Spaces and invisible characters. Some programs strip them. */
const blanks = /^[\p{Z}\p{C}]*/u;

/** What begins a formula, including full-width characters. */
const formula = /^[=+\-@＝＋－＠]/;

/**
 * The same within a cell, including after quotation marks. Where the decimal sign is a comma, spreadsheets
 * separate cells at semicolons: the marks around the whole cell then mean nothing, and those within it
 * disappear.
 */
const formulaWithin = /([;\p{Cc}][\p{Z}\p{Cf}"]*)(?=[=+\-@＝＋－＠])/gu;

function asText(text: string): string {
  const [start = ""] = blanks.exec(text) ?? [];
  const mark = formula.test(text.slice(start.length)) || /^[\t\r\n]/.test(start) ? "'" : "";
  return mark + text.replace(formulaWithin, "$1'");
}

/** An amount in a file: `120.00`, `-5.30`. @param cents whole US cents */
export function csvAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A time in a file: ISO 8601 in UTC. @param at UTC ms */
export function csvTime(at: number): string {
  return new Date(at).toISOString();
}
