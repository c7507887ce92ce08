import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

type Columns = Record<string, SQLiteColumn | SQL.Aliased>;

/** Which rows of a table are about a user, and what is exported of each. */
export type ExportQuery = {
  table: SQLiteTable;
  columns: Columns;
  /** Columns that depend on whose export it is; they take the place of others. */
  columnsFor?(userId: string): Columns;
  /** The number by which the rows are read in order and page by page. */
  counter: SQL;
} & (
  | { /** The rows that belong to the user directly. */ of(userId: string): SQL | undefined }
  | {
      /**
       * The rows that belong to the user's parent rows, as messages do to conversations: the column of the
       * parent's id.
       */
      key: SQLiteColumn;
      /** A select of the parents' ids that come after one. */
      parents(userId: string, after: string): SQL;
    }
);

type ColumnName<Table extends SQLiteTable> = keyof Table["_"]["columns"] & string;

/**
 * The rows of a table that belong to a user directly.
 * @param owner the column of the user's id, or a condition
 * @param without columns that are left out
 * @param extra columns that are computed
 */
export function userRows<Table extends SQLiteTable>(
  table: Table,
  owner: SQLiteColumn | ((userId: string) => SQL | undefined),
  without: ColumnName<Table>[] = [],
  extra: Columns = {},
) {
  const of = typeof owner === "function" ? owner : (userId: string) => eq(owner, userId);
  return { ...wholeTable(table, without, extra), of };
}

/**
 * The rows of a table that belong to a user's rows of another table.
 * @param key the column of the parent's id
 * @param parents a select of the parents' ids that come after one, for `… in (…)`
 * @param without columns that are left out
 * @param extra columns that are computed
 */
export function childRows<Table extends SQLiteTable>(
  table: Table,
  key: SQLiteColumn,
  parents: (userId: string, after: string) => SQL,
  without: ColumnName<Table>[] = [],
  extra: Columns = {},
) {
  return { ...wholeTable(table, without, extra), key, parents };
}

/** Rows are counted by the `number` of the table, which is not exported, or else by SQLite's. */
function wholeTable(table: SQLiteTable, without: string[], extra: Columns) {
  const { number, ...columns }: Record<string, SQLiteColumn> = getTableColumns(table);
  const exported = Object.entries(columns).filter(([name]) => !without.includes(name));
  return {
    table,
    columns: { ...Object.fromEntries(exported), ...extra },
    counter: number ? sql`${number}` : sql`rowid`,
  };
}
