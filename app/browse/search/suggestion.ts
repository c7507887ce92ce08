import { wordsOf } from "#app/browse/search/words.ts";
import { minute } from "#app/lib/dates.ts";

/** A line below a search box while someone types: what it is, and the page that it leads to. */
export type Suggestion = { text: string; kind: "Category" | "Service"; path: string };

/** How many suggestions there are (docs/specification.md#search-suggestions). */
export const maxSuggestions = 8;
/** How many of them are categories and subcategories. */
const maxTopics = 4;
/** How long the titles that a text finds are cached, and then held by a browser, in ms. */
export const suggestionsTtl = minute;

/**
 * The categories and subcategories with a name in which each word of a text begins a word, whatever the case
 * and the accents.
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
