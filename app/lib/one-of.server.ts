import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A condition: a column is one of these values. There may be more values than a D1 statement can bind. */
export function isOneOf(column: SQLWrapper, values: (string | number)[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}
