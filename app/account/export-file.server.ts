import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Section, sections } from "#app/account/export-sections.server.ts";
import type { Db, Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";

/** Rows of one read. */
const rowsAtOnce = 500;

type Row = Record<string, unknown>;

/**
 * All that is held about a person, as JSON (docs/specification.md#data-export): an object with a list for each section. Amounts are in cents, times are
 * ISO 8601 in UTC, files their addresses, for whoever is signed in. It is read while it is sent, at most 500 rows at a time; a read that fails breaks the download off.
 * @param at UTC ms @param origin where the product answers
 */
export function file(
  db: Db,
  userId: string,
  at: number,
  origin: string,
  log: Log,
): ReadableStream<Uint8Array> {
  const parts = textOf(db, userId, at, origin);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log("error", "export broke off", { error: errorStack(error) });
        controller.error(error);
      }
    },
    async cancel() {
      await parts.return();
    },
  });
}

async function* textOf(
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

/** The rows of a section, each page read from where the one before has ended: what was read is not passed over again. */
async function* pagesOf(db: Db, section: Section, userId: string): AsyncGenerator<Row[], void, undefined> {
  if ("of" in section) {
    yield* pagesWithin(db, section, section.of(userId), 0);
    return;
  }
  for (let after = ""; ; ) {
    const where = sql`${section.key} in (${section.parents(userId, after)})`;
    const rows = await read(db, section, where, [asc(section.key), asc(section.n)]);
    yield* shown(rows);
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    // The page may have ended among the rows of one parent: these first, then the parents after it.
    after = String(last.key);
    yield* pagesWithin(db, section, eq(section.key, after), Number(last.n));
  }
}

/** What one condition picks, in the order of `n`. @param from the number after which it begins */
async function* pagesWithin(db: Db, section: Section, where: SQL | undefined, from: number) {
  for (let n = from; ; ) {
    const rows = await read(db, section, and(where, gt(section.n, n)), [asc(section.n)]);
    yield* shown(rows);
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    n = Number(last.n);
  }
}

function* shown(rows: { row: Row }[]) {
  if (rows.length > 0) yield rows.map(({ row }) => row);
}

/** One read, and where it got to. */
async function read(db: Db, section: Section, where: SQL | undefined, order: SQL[]) {
  const place = { "place.n": section.n, ...("key" in section ? { "place.key": section.key } : {}) };
  const rows: Row[] = await db
    .select({ ...section.columns, ...place })
    .from(section.table)
    .where(where)
    .orderBy(...order)
    .limit(rowsAtOnce);
  return rows.map(({ "place.n": n, "place.key": key, ...row }) => ({ n, key, row }));
}

/** Names of columns that hold a moment, in UTC ms. */
const moments = /^(at|until|deliveryDate|\w+At)$/;

/** Times as people and programs read them; what was kept as a text of JSON as what it says. */
function readable(row: Row, section: string, origin: string): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === "number" && moments.test(name)) return [name, new Date(value).toISOString()];
      if (section === "orderFiles" && name === "address") return [name, origin + value];
      if (typeof value === "string" && name === "params") return [name, JSON.parse(value)];
      return [name, value];
    }),
  );
}
