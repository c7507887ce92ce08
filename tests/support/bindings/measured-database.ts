import { databaseProxy } from "./database-proxy.ts";

/** A database that counts the rows it reads and writes. */
export function measuredDatabase(db: D1Database): {
  database: D1Database;
  read: () => number;
  written: () => number;
} {
  let rowsRead = 0;
  let rowsWritten = 0;
  const count = (results: unknown): void => {
    for (const result of [results].flat() as (Partial<D1Result> | null)[]) {
      rowsRead += result?.meta?.rows_read ?? 0;
      rowsWritten += result?.meta?.rows_written ?? 0;
    }
  };
  const database = databaseProxy(db, async ({ method, statement }, run) => {
    // The result of `raw` has no row count, so the statement runs a second time with `all`.
    if (method === "raw") count(await statement?.all());
    const answer = await run();
    if (method !== "raw") count(answer);
    return answer;
  });
  return { database, read: () => rowsRead, written: () => rowsWritten };
}
