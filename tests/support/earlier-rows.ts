import { env } from "cloudflare:workers";
import { listTables } from "#scripts/data/tables.ts";

type Rows = Record<string, unknown>[];

/**
 * Copies all rows of the database, as D1's Time Travel keeps them.
 * @returns a function that puts them back in place of what was written since; the local clock stays
 */
export async function takeRows(): Promise<() => Promise<void>> {
  const tables = await listTables(env.DB);
  const taken = await env.DB.batch<Record<string, unknown>>(
    tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)),
  );
  const rows = new Map<string, Rows>(tables.map(({ name }, i) => [name, taken[i]?.results ?? []]));
  return async () => {
    const { results: triggers } = await env.DB.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    ).all<{ name: string; sql: string }>();
    const clock = "key = 'clock_offset_ms'";
    await env.DB.batch(
      [
        ...triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
        ...tables
          .toReversed()
          .map(({ name }) => `DELETE FROM "${name}" ${name === "settings" ? `WHERE NOT ${clock}` : ""}`),
      ].map((sql) => env.DB.prepare(sql)),
    );
    await env.DB.batch([
      ...tables.map(({ name, columns }) =>
        env.DB.prepare(
          `INSERT OR IGNORE INTO "${name}" (${columns.map((column) => `"${column}"`).join(", ")})
           SELECT ${columns.map((column) => `value ->> '$."${column}"'`).join(", ")} FROM json_each(?)`,
        ).bind(JSON.stringify(rows.get(name))),
      ),
      ...triggers.map(({ sql }) => env.DB.prepare(sql)),
    ]);
  };
}
