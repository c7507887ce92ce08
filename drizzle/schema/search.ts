import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The words of titles, tags and descriptions, in lower case, of 4 to 24 letters: what a mistyped word may
 * mean (docs/specification.md#search-typos). Triggers add the words of listed gigs. A word stays when its
 * last gig goes: the search finds out that nothing has it.
 */
export const searchWords = sqliteTable("search_words", {
  word: text().primaryKey(),
  /** How many times a gig brought the word. The most frequent one is the likeliest. */
  seen: integer().notNull(),
});

/**
 * Each of the `search_words`, and each without one of its letters. Two words that differ by one letter, or by
 * two neighbours in the wrong order, have one of these in common.
 */
export const searchVariants = sqliteTable(
  "search_variants",
  { variant: text().notNull(), word: text().notNull() },
  (t) => [primaryKey({ columns: [t.variant, t.word] })],
);
