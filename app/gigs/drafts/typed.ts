import { maxExtras } from "#app/gigs/packages/extras.ts";

/**
 * What a seller typed into a step of the gig editor, valid or not, by field name: `title`,
 * `faqs[0].question`. An unticked checkbox is absent.
 */
export type Typed = Record<string, string>;

/** The steps of the editor, in their order (docs/specification.md#gig-editor). */
export const steps = ["overview", "packages", "description", "requirements", "gallery", "publish"] as const;
export type Step = (typeof steps)[number];
/** A step with fields, which a draft stores. */
export type WrittenStep = Exclude<Step, "publish">;
export const writtenSteps = steps.filter((step): step is WrittenStep => step !== "publish");

export const stepNames: Record<Step, string> = {
  overview: "Overview",
  packages: "Packages",
  description: "Description",
  requirements: "Requirements",
  gallery: "Gallery",
  publish: "Publish",
};

/** The step in an address; null if there is none with this name. */
export function stepOf(name: string | undefined): Step | null {
  return steps.find((step) => step === name) ?? null;
}

/** The previous or next step; null at the ends. */
export function besideStep(step: Step, by: -1 | 1): Step | null {
  return steps[steps.indexOf(step) + by] ?? null;
}

/** The names of the fields of each step. A list has rows 0 to 9. */
export const fieldNames: Record<WrittenStep, RegExp> = {
  overview: /^(?:title|category|subcategory|tags)$/,
  packages:
    /^(?:(?:starter|pro|elite)\.(?:offered|title|description|price|days|revisions|features\[\d\]|faster\.(?:days|price))|extras\[\d\]\.(?:title|price|days)|several)$/,
  description: /^(?:description|features\[\d\]|faqs\[\d\]\.(?:question|answer))$/,
  requirements: /^questions\[\d\]\.(?:question|type|required|options)$/,
  gallery: /^(?:cut|alt-[\w-]{1,64})$/,
};

/**
 * The limits of the long fields, in characters, while a draft is parked during sign-in
 * (app/parked/parked.ts). app/gigs/drafts/check-draft.ts has the limits of a published gig.
 */
export const fieldLimits = { description: 5000, "faqs.answer": 500, "questions.options": 1000 };

/** The maximum number of rows in a list other than extras. */
export const maxRows = 10;

/** The maximum number of rows in this list. */
export function maxRowsOf(list: string): number {
  return list === "extras" ? maxExtras : maxRows;
}

/** The typed fields of a form. */
export function typedOf(step: WrittenStep, form: FormData): Typed {
  const typed: Typed = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && fieldNames[step].test(name)) typed[name] = value.replace(/\r\n?/g, "\n");
  }
  return typed;
}

/** Whether two versions of a step have the same fields. Empty fields do not count. */
export function isSameTyped(one: Typed, other: Typed): boolean {
  return differingNames(one, other).length === 0;
}

/** The names of the fields that differ between two versions of a step, in the order of the form. */
export function differingNames(one: Typed, other: Typed): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => (one[name] ?? "") !== (other[name] ?? ""));
}

/** A list of rows in a step: its name in field names, and the word for a row. */
export type RowList = { name: string; row: string };

/** The lists of each step. */
const rowLists: Record<WrittenStep, readonly RowList[]> = {
  overview: [],
  packages: [
    ...["starter", "pro", "elite"].map((key) => ({ name: `${key}.features`, row: "feature" })),
    { name: "extras", row: "extra" },
  ],
  description: [
    { name: "features", row: "feature" },
    { name: "faqs", row: "question" },
  ],
  requirements: [{ name: "questions", row: "question" }],
  gallery: [],
};

/** The fields of one row, by the end of their names: "" for a list of single fields, `.question`. */
type Row = Record<string, string>;

/** The rows of a list, as typed. */
export function rowsOf(typed: Typed, list: string): Row[] {
  const rows: Row[] = [];
  for (const [name, value] of Object.entries(typed)) {
    const [, index, end = ""] = name.startsWith(`${list}[`)
      ? (/^\[(\d+)\](.*)$/.exec(name.slice(list.length)) ?? [])
      : [];
    if (index !== undefined) rows[Number(index)] = { ...rows[Number(index)], [end]: value };
  }
  // The numbers in a form may have gaps.
  return rows.filter(Boolean);
}

/** The typed fields with other rows in a list, numbered from 0. */
function withRows(typed: Typed, list: string, rows: Row[]): Typed {
  const others = Object.entries(typed).filter(([name]) => !name.startsWith(`${list}[`));
  const named = rows.flatMap((row, i) =>
    Object.entries(row).map(([end, value]) => [`${list}[${i}]${end}`, value]),
  );
  return Object.fromEntries([...others, ...named]);
}

/** The fields of a list of single fields, up to the maximum. */
export function listed(list: string, values: string[]): Typed {
  return Object.fromEntries(values.slice(0, maxRows).map((value, i) => [`${list}[${i}]`, value]));
}

/** The typed fields with other values in a list of single fields. */
export function withList(typed: Typed, list: string, values: string[]): Typed {
  return withRows(
    typed,
    list,
    values.map((value) => ({ "": value })),
  );
}

const rowMoves = ["add", "remove", "up", "down"] as const;
export type RowMove = (typeof rowMoves)[number];
/** The intent of a row's button: `up:faqs:1`. `add` has no row. */
export type RowIntent = { move: RowMove; list: string; row: number };

export function rowIntentText({ move, list, row }: RowIntent): string {
  return move === "add" ? `add:${list}` : `${move}:${list}:${row}`;
}

/** Parses the intent of a row's button; null if the step has no such list. */
export function parseRowIntent(step: WrittenStep, text: string): RowIntent | null {
  const intent = rowIntentIn(rowLists[step], text);
  return intent && intent.row < maxRows ? intent : null;
}

/**
 * Parses the intent of a row's button in a form with these lists; null if it has no such list. The row may be
 * beyond the maximum, so that it can be removed.
 */
export function rowIntentIn(lists: readonly RowList[], text: string): RowIntent | null {
  const [move, list, row = ""] = text.split(":");
  const known = rowMoves.find((one) => one === move);
  if (!known || !lists.some(({ name }) => name === list)) return null;
  if (known !== "add" && !/^\d{1,2}$/.test(row)) return null;
  return { move: known, list: list ?? "", row: Number(row) };
}

/** An empty row of each list. */
function blankRow(list: string): Row {
  if (list === "faqs") return { ".question": "", ".answer": "" };
  if (list === "extras") return { ".title": "", ".price": "", ".days": "" };
  if (list === "questions") return { ".question": "", ".type": "text", ".options": "" };
  return { "": "" };
}

/**
 * The typed fields after a row's button: a row was added or removed, or two rows were swapped.
 * @returns also `row`, the one to focus; or why nothing was changed, as a sentence
 */
export function moveRows(
  typed: Typed,
  intent: RowIntent,
): { typed: Typed; row: number } | { refusal: string } {
  const { move, list, row } = intent;
  // A list without rows is shown with one empty row.
  const typedRows = rowsOf(typed, list);
  const rows = typedRows.length > 0 ? typedRows : shownRows(typed, list);
  if (move === "add") {
    const most = maxRowsOf(list);
    if (rows.length >= most) return { refusal: `You can have at most ${most} of these` };
    return { typed: withRows(typed, list, [...rows, blankRow(list)]), row: rows.length };
  }
  const [taken, to] = [rows[row], move === "up" ? row - 1 : row + 1];
  if (!taken) return { refusal: "This row no longer exists" };
  const others = rows.toSpliced(row, 1);
  if (move === "remove")
    return { typed: withRows(typed, list, others), row: Math.min(row, others.length - 1) };
  if (!rows[to]) return { refusal: "This row can't be moved further" };
  return { typed: withRows(typed, list, others.toSpliced(to, 0, taken)), row: to };
}

/** The rows that a form shows: the draft's, or one empty row for a list of single fields that has none. */
export function shownRows(typed: Typed, list: string): Row[] {
  const rows = rowsOf(typed, list);
  return rows.length > 0 || !list.endsWith("features") ? rows : [blankRow(list)];
}

/** The first field of a row. */
function firstFieldOf(list: string, row: number): string {
  const [end = ""] = Object.keys(blankRow(list));
  return `${list}[${row}]${end}`;
}

/**
 * The id of the element to focus after a row's button: the focus follows the row.
 * @param typed the fields after the move
 * @param row the row's new position
 */
export function focusAfter({ move, list }: RowIntent, typed: Typed, row: number): string {
  const count = shownRows(typed, list).length;
  if (move === "add") return firstFieldOf(list, row);
  if (move === "remove") return count === 0 ? `add:${list}` : firstFieldOf(list, Math.max(0, row));
  const isAtEdge = row === (move === "up" ? 0 : count - 1);
  const next = isAtEdge ? (move === "up" ? "down" : "up") : move;
  return rowIntentText({ move: next, list, row });
}
