import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

type Columns = Record<string, SQLiteColumn | SQL.Aliased>;

/** Which rows of a table are about a user, and which columns of each are exported. */
export type ExportQuery = {
  table: SQLiteTable;
  columns: Columns;
  /** Columns that depend on whose export it is; they replace others of the same name. */
  columnsFor?(userId: string): Columns;
  /** A condition for the rows that the user may see. */
  only?(userId: string): SQL;
  /** The number by which the rows are ordered and paged. */
  counter: SQL;
} & (
  | { /** The rows that belong to the user directly. */ of(userId: string): SQL | undefined }
  | {
      /**
       * The rows that belong to the user's parent rows, as messages belong to conversations: the column of
       * the parent's id.
       */
      key: SQLiteColumn;
      /** A select of the parents' ids greater than `after`. */
      parents(userId: string, after: string): SQL;
    }
);

type ColumnName<Table extends SQLiteTable> = keyof Table["_"]["columns"] & string;

/**
 * The rows of a table that belong to a user directly.
 * @param owner the column of the user's id, or a condition
 * @param without columns to leave out
 * @param extra computed columns
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
 * @param parents a select of the parents' ids greater than a given id, for `… in (…)`
 * @param without columns to leave out
 * @param extra computed columns
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

/** Orders rows by the table's `number`, which is not exported, or else by SQLite's row id. */
function wholeTable(table: SQLiteTable, without: string[], extra: Columns) {
  const { number, ...columns }: Record<string, SQLiteColumn> = getTableColumns(table);
  const exported = Object.entries(columns).filter(([name]) => !without.includes(name));
  return {
    table,
    columns: { ...Object.fromEntries(exported), ...extra },
    counter: number ? sql`${number}` : sql`rowid`,
  };
}
