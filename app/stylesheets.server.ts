import { placeholderColourRules } from "#app/lib/placeholder-colour.ts";
import common from "./styles/public.css?inline";

/** The addresses and the texts of the pages' own stylesheets, by file. */
const hrefs = import.meta.glob<string>(["./**/*.css", "!./styles/**"], {
  query: "?url",
  import: "default",
  eager: true,
});
const texts = import.meta.glob<string>(["./**/*.css", "!./styles/**"], {
  query: "?inline",
  import: "default",
  eager: true,
});
const textByHref = new Map(Object.entries(hrefs).map(([file, href]) => [href, texts[file] ?? ""]));

/** Joined texts by their hrefs: there are few combinations, and every render needs one. */
const joined = new Map<string, string>();

/**
 * The styles of a page as one text: public.css, the page's own stylesheets and the placeholder colours of
 * pictures. The page contains this text, so that it paints from one response. Every byte counts, so
 * Tailwind's banner is removed.
 * @param stylesheets hrefs, as the handles of the page's routes name them
 */
export function stylesOf(stylesheets: string[]): string {
  const key = stylesheets.join();
  const known = joined.get(key);
  if (known !== undefined) return known;
  const own = stylesheets.map(textOf);
  const text = [common, ...own, placeholderColourRules()].join("").replaceAll(/\/\*!.*?\*\//g, "");
  joined.set(key, text);
  return text;
}

function textOf(href: string): string {
  const text = textByHref.get(href);
  if (text === undefined)
    throw new Error(`${href} is not the stylesheet of a page: those are outside app/styles`);
  return text;
}
