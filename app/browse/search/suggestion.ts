import { wordsOf } from "#app/browse/search/words.ts";
import { minute } from "#app/lib/dates.ts";

/** A suggestion below a search box: its kind, and the page that it links to. */
export type Suggestion = { text: string; kind: "Category" | "Service"; path: string };

/** How many suggestions there are (docs/specification.md#search-suggestions). */
export const maxSuggestions = 8;
/** How many of them are categories and subcategories. */
const maxTopics = 4;
/** How long the titles that match a text are cached, in ms. */
export const suggestionsTtl = minute;

/**
 * The categories and subcategories in whose name each word of a text starts a word. Case and accents are
 * ignored.
 * @param topics in the order in which they are suggested
 */
export function suggestTopics(text: string, topics: { name: string; path: string }[]): Suggestion[] {
  const words = wordsOf(text).map(withoutAccents);
  if (words.length === 0) return [];
  return topics
    .filter(({ name }) => {
      const parts = withoutAccents(name.toLowerCase()).split(/[^\p{L}\p{N}]+/u);
      return words.every((word) => parts.some((part) => part.startsWith(word)));
    })
    .slice(0, maxTopics)
    .map(({ name, path }) => ({ text: name, kind: "Category", path }));
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}
