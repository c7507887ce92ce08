import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Section, sections } from "#app/account/export-sections.server.ts";
import type { Db, Log } from "#app/context.ts";
import { textStream } from "#app/lib/text-stream.ts";

/** At most this many rows are read and held at a time. */
const pageSize = 500;

type Row = Record<string, unknown>;

/**
 * The export of a user's data as a stream of JSON: one object with a list for each section
 * (docs/specification.md#data-export). Amounts are in cents, times are ISO 8601 in UTC. Files are listed as
 * URLs that need a sign-in. The tables are read while the stream is sent; if a read fails, the download is
 * aborted.
 * @param at UTC ms
 * @param origin of the product, for the URLs
 */
export function stream(
  db: Db,
  userId: string,
  at: number,
  origin: string,
  log: Log,
): ReadableStream<Uint8Array> {
  return textStream(jsonOf(db, userId, at, origin), "export broke off", log);
}

async function* jsonOf(
  db: Db,
  userId: string,
  at: number,
  origin: string,
): AsyncGenerator<string, void, undefined> {
  yield `{\n"exportedAt": ${JSON.stringify(new Date(at))},\n"units": "amounts in US cents, times in UTC"`;
  for (const section of sections) {
    yield `,\n${JSON.stringify(section.name)}: [`;
    let separator = "\n";
    for await (const rows of pagesOf(db, section, userId)) {
      yield separator + rows.map((row) => JSON.stringify(readable(row, section.name, origin))).join(",\n");
      separator = ",\n";
    }
    yield "\n]";
  }
  yield "\n}\n";
}

/** A section with the condition for the rows that the user may see. */
type Visible = Section & { visible: SQL | undefined };

/**
 * The rows of a section, page by page. Each page starts where the one before ended, so no row is scanned
 * twice.
 */
async function* pagesOf(db: Db, asked: Section, userId: string): AsyncGenerator<Row[], void, undefined> {
  const columns = { ...asked.columns, ...asked.columnsFor?.(userId) };
  const section = { ...asked, columns, visible: asked.only?.(userId) };
  if ("of" in section) {
    yield* pagesWhere(db, section, section.of(userId), 0);
    return;
  }
  for (let after = ""; ; ) {
    const where = sql`${section.key} in (${section.parents(userId, after)})`;
    const rows = await read(db, section, where, [asc(section.key), asc(section.counter)]);
    yield* rowsOnly(rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    // The page may have ended among the rows of one parent: read the rest of that parent, then the parents
    // after it.
    after = String(last.key);
    yield* pagesWhere(db, section, eq(section.key, after), Number(last.count));
  }
}

/**
 * The rows that meet a condition, page by page, in the order of their counter.
 * @param from the counter to start after
 */
async function* pagesWhere(db: Db, section: Visible, where: SQL | undefined, from: number) {
  for (let after = from; ; ) {
    const rows = await read(db, section, and(where, gt(section.counter, after)), [asc(section.counter)]);
    yield* rowsOnly(rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = Number(last.count);
  }
}

function* rowsOnly(rows: { row: Row }[]) {
  if (rows.length > 0) yield rows.map(({ row }) => row);
}

/** Reads one page: each row with its counter and, for a section with parents, the id of its parent. */
async function read(db: Db, section: Visible, where: SQL | undefined, order: SQL[]) {
  const place = { "place.count": section.counter, ...("key" in section ? { "place.key": section.key } : {}) };
  const rows: Row[] = await db
    .select({ ...section.columns, ...place })
    .from(section.table)
    .where(and(where, section.visible))
    .orderBy(...order)
    .limit(pageSize);
  return rows.map(({ "place.count": count, "place.key": key, ...row }) => ({ count, key, row }));
}

/** The names of columns that hold a time in UTC ms. */
const timeColumns = /^(at|until|deliveryDate|\w+At)$/;

/** A row as the file shows it: times as ISO 8601, URLs of files with their origin, stored JSON as JSON. */
function readable(row: Row, section: string, origin: string): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === "number" && timeColumns.test(name)) return [name, new Date(value).toISOString()];
      if (section === "orderFiles" && name === "address") return [name, origin + value];
      if (typeof value === "string" && name === "params") return [name, JSON.parse(value)];
      return [name, value];
    }),
  );
}
