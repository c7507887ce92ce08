import type { Database } from "./store.ts";

export type Row = (string | number | null)[];

/** `references`: the rows of other tables that a row refers to. `key`: the column there. */
type Reference = { column: string; table: string; key: string };
export type Table = { name: string; columns: string[]; references: Reference[] };

/**
 * Tables that are read together. The rows of an order are in several tables, and one transaction reads all
 * rows of an order, so that no copy contains half of a change. Other tables are read separately.
 */
export type ReadStep = { orders: Table; parts: Table[] } | { table: Table };

/** The tools' own tables: which migrations ran, and an unfinished restore. */
export const toolTables = ["d1_migrations", "migration_hashes", "restore_progress"];

/** The tables that are always empty (docs/decisions/0023-make-conditions-fail-loudly.md). */
const emptyTables = ["guards"];

/** The limits of one response: about this many bytes, and at most this many rows. */
const page = { bytes: 1_500_000, rows: 4000, firstRows: 50 };

/**
 * Lists the tables with rows of the product, each after the tables that it refers to. Search indexes are not
 * included: they follow from the rows.
 * @throws Error about tables that refer to each other
 */
export async function listTables(db: Database): Promise<Table[]> {
  const { results } = await db
    .prepare("PRAGMA table_list")
    .all<{ schema: string; name: string; type: string }>();
  const names = results
    .filter(({ schema, type }) => schema === "main" && type === "table")
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|_cf_)/.test(name) && ![...toolTables, ...emptyTables].includes(name))
    .sort();
  if (names.length === 0) return [];
  const details = await db.batch<Detail>(
    names.flatMap((name) => [
      db.prepare(`PRAGMA table_info("${name}")`),
      db.prepare(`PRAGMA foreign_key_list("${name}")`),
    ]),
  );
  const tables = names.map((name, i) => ({
    name,
    columns: (details[2 * i]?.results ?? []).map((column) => column.name),
    references: (details[2 * i + 1]?.results ?? []).map(({ table, from, to }) => ({
      column: from,
      table,
      key: to,
    })),
  }));
  return inOrder(tables);
}

/** A row of `PRAGMA table_info` has `name`, one of `PRAGMA foreign_key_list` the others. */
type Detail = { name: string; table: string; from: string; to: string };

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const ready = rest.filter((table) =>
      table.references.every((reference) => reference.table === table.name || !waiting.has(reference.table)),
    );
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...waiting].join(", ")}.`);
    ordered.push(...ready);
    rest = rest.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/**
 * The order in which a running database is read: a table before those it refers to. What a copied row refers
 * to is therefore copied later, and exists even if it is new.
 * @param tables as `listTables` returns them
 */
export function readSteps(tables: Table[]): ReadStep[] {
  const orders = tables.find(({ name }) => name === "orders");
  if (!orders) return tables.toReversed().map((table) => ({ table }));
  const parts = tables.filter((table) => orderColumn(table) !== null);
  // Everything that refers to part of an order, and everything else.
  const later = new Set([orders, ...parts].map(({ name }) => name));
  const before: Table[] = [];
  for (const table of tables) {
    if (table === orders || parts.includes(table)) continue;
    if (!table.references.some((reference) => later.has(reference.table))) continue;
    later.add(table.name);
    before.push(table);
  }
  const rest = tables.filter((table) => !later.has(table.name));
  const alone = (list: Table[]): ReadStep[] => list.toReversed().map((table) => ({ table }));
  return [...alone(before), { orders, parts }, ...alone(rest)];
}

/** The column with the order's id in the table; null if the table has none. */
function orderColumn({ references, columns }: Table): string | null {
  const reference = references.find(({ table, column }) => table === "orders" && column === "order_id");
  return reference && columns.includes(reference.column) ? reference.column : null;
}

/** Reads the rows of a step page by page. `rows` are those of one page, by table. */
export async function* readRows(db: Database, step: ReadStep): AsyncGenerator<Map<string, Row[]>> {
  const [lead, parts] = "table" in step ? [step.table, []] : [step.orders, step.parts];
  if (parts.length > 0) yield await readWithoutOrder(db, parts);
  let after = 0;
  let limit = page.firstRows;
  for (;;) {
    const last = `(SELECT max(n) FROM (SELECT rowid AS n FROM "${lead.name}" WHERE rowid > ${after} ORDER BY rowid LIMIT ${limit}))`;
    const results = await db.batch<Record<string, string | number | null>>([
      db.prepare(`SELECT ${last} AS n`),
      db.prepare(
        `SELECT ${namesOf(lead, "t")} FROM "${lead.name}" t WHERE t.rowid > ${after} AND t.rowid <= ${last} ORDER BY t.rowid`,
      ),
      ...parts.map((part) =>
        db.prepare(
          `SELECT ${namesOf(part, "t")} FROM orders o CROSS JOIN "${part.name}" t ON t.order_id = o.id
           WHERE o.rowid > ${after} AND o.rowid <= ${last} ORDER BY o.rowid, t.rowid`,
        ),
      ),
    ]);
    const [bound, ...lists] = results.map((result) => result.results);
    const end = bound?.[0]?.n;
    if (typeof end !== "number") return;
    const rows = new Map(
      [lead, ...parts].map((table, i) => [table.name, toRows(table, lists[i] ?? [])] as const),
    );
    yield rows;
    if ((rows.get(lead.name)?.length ?? 0) < limit) return;
    after = end;
    const bytes = JSON.stringify([...rows.values()]).length;
    limit = Math.max(1, Math.min(page.rows, limit * 4, Math.round((limit * page.bytes) / bytes)));
  }
}

/** The few rows of the order tables without an order, such as a payment that no order explains. */
async function readWithoutOrder(db: Database, parts: Table[]): Promise<Map<string, Row[]>> {
  const results = await db.batch<Record<string, string | number | null>>(
    parts.map((part) =>
      db.prepare(
        `SELECT ${namesOf(part, "t")} FROM "${part.name}" t WHERE t.order_id IS NULL ORDER BY t.rowid`,
      ),
    ),
  );
  return new Map(parts.map((part, i) => [part.name, toRows(part, results[i]?.results ?? [])] as const));
}

function namesOf({ columns }: Table, alias: string): string {
  return columns.map((column) => `${alias}."${column}"`).join(", ");
}

function toRows({ name, columns }: Table, results: Record<string, unknown>[]): Row[] {
  return results.map((result) =>
    columns.map((column) => {
      const value = result[column];
      if (value === null || typeof value === "string" || typeof value === "number") return value;
      throw new Error(`${name}.${column} contains a value that is neither text nor a number.`);
    }),
  );
}
