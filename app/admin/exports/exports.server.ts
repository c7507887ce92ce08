import { sql } from "drizzle-orm";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { csvFile } from "#app/admin/csv-file.server.ts";
import { type Asked, type Source, sources } from "#app/admin/exports/export-rows.server.ts";
import {
  type ExportKind,
  type ExportSearch,
  maxRead,
  maxRows,
  subjectOf,
} from "#app/admin/exports/export-search.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { byteOrderMark, csvLine, csvTime } from "#app/lib/csv.ts";

/**
 * How many rows are read and held at a time. An export then needs at most 200 queries, a fifth of what D1
 * allows in one invocation (`manyQueries` in workers/context.ts).
 */
const pageSize = 1000;

type ExportOf = { kind: ExportKind; search: ExportSearch };

/**
 * Records an export and its maximum number of rows, and answers the request with its file.
 * @throws the guard `operator` if the user is no longer an operator
 */
export async function send(
  context: Pick<Capabilities, "db" | "clock" | "log" | "sendFile">,
  asked: ExportOf,
  { operator, reason }: Decision,
): Promise<void> {
  const { db, clock } = context;
  const { kind, search } = asked;
  const at = clock.now();
  const [row] = await db.all<{ last: number | null }>(
    sql`select max(rowid) as last from ${sql.identifier(sources[kind].table)}`,
  );
  const most = Math.min(row?.last ?? 0, maxRows).toLocaleString("en-US");
  const decision = { operator, reason: `${reason} (at most ${most} rows)` };
  await runAudited(() => db.batch(audited(db, "export", subjectOf(kind, search), decision, at)));
  const parts = partsOf(db, asked, operator.id, at);
  context.sendFile(csvFile(context, parts, `${kind}-${csvTime(at).slice(0, 10)}`, "export broke off"));
}

/**
 * An export as a CSV file, page by page, newest first (docs/specification.md#operator-exports).
 * @param operatorId the operator whose tickets the filter "Mine" selects
 * @param at UTC ms
 * @param size the number of rows to read at a time, and the maximum to write and to read in total
 * @throws if a page cannot be read: the file is then incomplete
 */
export async function* partsOf(
  db: Db,
  { kind, search }: ExportOf,
  operatorId: string,
  at: number,
  size = { page: pageSize, most: maxRows, read: maxRead },
): AsyncGenerator<string, void, undefined> {
  const source = sources[kind];
  yield byteOrderMark + csvLine(source.columns.map(({ name }) => name));
  let left = size.most;
  let after: Asked["after"] = null;
  for (let read = 0; left > 0 && read < size.read; read += size.page) {
    const rows: Row[] = await readPage(db, source, { search, after, at, operatorId, limit: size.page });
    const fitting = rows.filter(({ fits }) => fits === 1).slice(0, left);
    left -= fitting.length;
    if (fitting.length > 0) yield fitting.map((row) => lineOf(source, row)).join("");
    const last = rows.at(-1);
    if (!last || rows.length < size.page) return;
    after = { number: last.place, at: last.placeAt };
  }
}

/**
 * `place`, `placeAt`: the row's place. `fits`: 1 if it meets the filters. Then the columns, by position.
 */
type Row = { place: number; placeAt: number | null; fits: 0 | 1 } & Record<
  `c${number}`,
  string | number | null
>;

/** Returns rows that do not fit as well, because the next page begins after the last row that was read. */
async function readPage(db: Db, { columns, scan, at, joins, filters }: Source, asked: Asked): Promise<Row[]> {
  const values = columns.map(({ value }, i) => sql`${value} as ${sql.identifier(`c${i}`)}`);
  return await db.all<Row>(sql`
    select x.number as place, ${at ?? sql`null`} as placeAt, ${filters?.(asked) ?? sql`true`} as fits, ${sql.join(values, sql`, `)}
    from (${scan(asked)}) x ${joins}`);
}

function lineOf({ columns }: Source, row: Row): string {
  return csvLine(
    columns.map(({ cellOf }, i) => {
      const value = row[`c${i}`] ?? null;
      return value === null ? null : cellOf(value);
    }),
  );
}
