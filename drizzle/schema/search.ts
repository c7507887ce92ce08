import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The words of titles, tags and descriptions, in lower case, of 4 to 24 letters: candidates for a mistyped
 * word (docs/specification.md#search-typos). Triggers add the words of listed gigs. A word stays when its
 * last gig is removed: the search then finds nothing for it.
 */
export const searchWords = sqliteTable("search_words", {
  word: text().primaryKey(),
  /** How many times a gig added the word. The most frequent candidate is the likeliest. */
  seen: integer().notNull(),
});

/**
 * Each of the `search_words`, and each of them without one of its letters. Two words that differ by one
 * letter, or by two swapped neighbours, share one of these.
 */
export const searchVariants = sqliteTable(
  "search_variants",
  { variant: text().notNull(), word: text().notNull() },
  (t) => [primaryKey({ columns: [t.variant, t.word] })],
);
