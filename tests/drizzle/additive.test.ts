import { expect, test } from "vitest";
import { migrationFiles, statementsOf } from "#drizzle/seed/migrations.ts";

/** Unique indexes that replaced one as strict or stricter, which was dropped in the same migration. */
const looser = new Set([
  "credit_uses_one_reserved",
  "money_calls_stripe_id_unique",
  "money_calls_replaces_unique",
  "payments_one_applied",
]);

/** Triggers that refuse what no page of the code before them could write: no gig was resumed. */
const unreachable = new Set(["gig_events_limit"]);

/**
 * Why the live code could not work with the schema after this statement, or null: a migration is applied
 * before its code is deployed, and stays after a rollback (docs/operations.md#migrations).
 * @param fresh the tables and triggers that the same migration has created or dropped
 * @param rebuilt the tables that the same migration writes again, whole
 * @param columns the columns that the same migration adds without a value, such as `orders.offer_id`
 */
function refusalTo(
  statement: string,
  fresh: Set<string>,
  rebuilt: Set<string>,
  columns: Set<string>,
): string | null {
  const sql = statement.replace(/^\s*--.*$/gm, "").trim();
  const name = (pattern: RegExp) => pattern.exec(sql)?.[1] ?? "";
  const trigger = name(/^CREATE TRIGGER ["`]?(\w+)/i);
  if (/^CREATE (VIRTUAL )?TABLE/i.test(sql) || /^(INSERT|UPDATE|DROP TRIGGER|DROP INDEX)\b/i.test(sql))
    return null;
  if (/^CREATE (INDEX|VIEW)/i.test(sql)) return null;
  if (/^CREATE UNIQUE INDEX/i.test(sql))
    // The old code leaves a new column null, and SQLite treats nulls as distinct.
    return fresh.has(name(/\bON ["`]?(\w+)/i)) ||
      columns.has(`${name(/\bON ["`]?(\w+)/i)}.${name(/\(["`]?(\w+)/)}`) ||
      looser.has(name(/INDEX ["`]?(\w+)/i))
      ? null
      : "the old code may write rows that break this index";
  if (/^ALTER TABLE \S+ ADD\b/i.test(sql))
    return /NOT NULL/i.test(sql) && !/DEFAULT/i.test(sql) ? "the old code does not write this column" : null;
  if (
    rebuilt.has(name(/^DROP TABLE ["`]?(\w+)/i)) ||
    rebuilt.has(name(/^ALTER TABLE \S+ RENAME TO ["`]?(\w+)/i))
  )
    return null;
  if (trigger) {
    const table = name(/\bON ["`]?(\w+)/i);
    const isNew = !fresh.has(table) && !fresh.has(trigger) && !unreachable.has(trigger);
    return isNew && /RAISE/i.test(sql) ? "the old code may write what this trigger refuses" : null;
  }
  return "only additions are safe: a table, a column, an index, a word, a trigger";
}

/**
 * The tables that a migration rewrites, the only way to drop NOT NULL in SQLite. It creates a table, copies
 * the rows, drops the old one and takes its name, in this order. Or a view takes the name, which is enough
 * for code that only reads it. That earlier code works with the new one is shown by running it
 * (earlier-code.test.ts).
 */
function rebuiltBy(statements: string[]): Set<string> {
  const all = statements.join(";\n");
  const tables = [...all.matchAll(/^ALTER TABLE `__new_(\w+)` RENAME TO `\1`/gm)].flatMap(
    ([, table]) => table ?? [],
  );
  const views = [...all.matchAll(/^DROP TABLE `(\w+)`;[\s\S]*?^CREATE VIEW \1 /gm)].flatMap(
    ([, table]) => table ?? [],
  );
  const rewritten = tables.filter((table) =>
    new RegExp(
      `CREATE TABLE \`__new_${table}\`[^]*?INSERT INTO \`__new_${table}\`[^;]* FROM \`${table}\`;\\s*DROP TABLE \`${table}\`;\\s*ALTER TABLE \`__new_${table}\``,
    ).test(all),
  );
  return new Set([...rewritten, ...views]);
}

function refusals(statements: string[]): string[] {
  const made =
    /^(?:\s*--.*\n)*\s*(?:CREATE (?:VIRTUAL )?TABLE|DROP TRIGGER)(?: IF (?:NOT )?EXISTS)? ["`]?(\w+)/i;
  const rebuilt = rebuiltBy(statements);
  const fresh = new Set(
    statements.flatMap((statement) => made.exec(statement)?.[1] ?? []).concat(...rebuilt),
  );
  const columns = new Set(
    statements.flatMap((statement) => {
      const [, table, column] = /^ALTER TABLE ["`]?(\w+)["`]? ADD ["`]?(\w+)/i.exec(statement.trim()) ?? [];
      return table && !/DEFAULT/i.test(statement) ? [`${table}.${column}`] : [];
    }),
  );
  return statements.flatMap((statement) => {
    const why = refusalTo(statement, fresh, rebuilt, columns);
    return why ? [`${statement.slice(0, 80)}: ${why}`] : [];
  });
}

test("Every later migration only adds, so that the code that is live before it works with it", () => {
  const later = migrationFiles().filter(({ name }) => !/^000[01]_/.test(name));
  expect(later.length).toBeGreaterThan(0);
  for (const { name } of later) expect(refusals(statementsOf(name)), name).toEqual([]);
});

test("The rule refuses a migration that breaks older code", () => {
  for (const statement of [
    "DROP TABLE drafts",
    "ALTER TABLE gigs DROP COLUMN title",
    "ALTER TABLE `gigs` RENAME TO `offers`",
    "ALTER TABLE gigs RENAME COLUMN title TO name",
    "ALTER TABLE gigs ADD colour text NOT NULL",
    "CREATE UNIQUE INDEX one ON gigs (title)",
    "CREATE TRIGGER no_gigs BEFORE INSERT ON gigs BEGIN SELECT RAISE(ABORT, 'no'); END",
    "DELETE FROM gig_states WHERE name = 'paused'",
  ])
    expect(refusals([statement]), statement).toHaveLength(1);
  const rebuild = [
    "CREATE TABLE `__new_notes` (`id` text, `size` integer)",
    "INSERT INTO `__new_notes`(`id`) SELECT `id` FROM `notes`",
    "DROP TABLE `notes`",
    "ALTER TABLE `__new_notes` RENAME TO `notes`",
    "CREATE UNIQUE INDEX `notes_id` ON `notes` (`id`)",
  ];
  const once = 'CREATE UNIQUE INDEX `one` ON `orders` (`offer_id`) WHERE "orders"."offer_id" is not null';
  expect(refusals([once])).toHaveLength(1);
  expect(refusals(["ALTER TABLE `orders` ADD `offer_id` text DEFAULT '' NOT NULL", once])).toHaveLength(1);
  expect(refusals(["ALTER TABLE `orders` ADD `offer_id` text REFERENCES offers(id)", once])).toEqual([]);
  expect(refusals(rebuild)).toEqual([]);
  expect(refusals(rebuild.toSpliced(1, 1))).toHaveLength(3);
  expect(refusals(["DROP TABLE `notes`", "-- why\nCREATE VIEW notes AS SELECT 1 AS id"])).toEqual([]);
  expect(refusals(["CREATE VIEW notes AS SELECT 1 AS id", "DROP TABLE `notes`"])).toHaveLength(1);
  expect(
    refusals([
      "-- a comment\nCREATE TABLE `notes` (id text)",
      "CREATE UNIQUE INDEX `notes_id` ON `notes` (`id`)",
      "ALTER TABLE gigs ADD `colour` text DEFAULT 'red' NOT NULL",
      "DROP TRIGGER reviews_no_other_rating",
      "CREATE TRIGGER reviews_no_other_rating BEFORE UPDATE OF rating ON reviews BEGIN SELECT RAISE(ABORT, 'no'); END",
    ]),
  ).toEqual([]);
});
