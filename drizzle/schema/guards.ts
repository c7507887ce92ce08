import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The rules that must hold inside a batch (docs/decisions/0023-make-conditions-fail-loudly.md). This table is
 * always empty. Its triggers ignore a row whose rule holds. Otherwise they fail the batch with the rule's
 * name.
 */
export const guards = sqliteTable("guards", {
  name: text().notNull(),
  /** 1 if the rule holds. Anything else, including NULL, is a broken rule. */
  holds: integer(),
});
