import { parseStyles, type StyleRule, stylesFor } from "#app/styles/style-rules.ts";
import common from "./styles/public.css?inline";

/** The addresses and the texts of the pages' own stylesheets and of signed-in.css, by file. */
const hrefs = import.meta.glob<string>(["./**/*.css", "!./styles/!(signed-in).css"], {
  query: "?url",
  import: "default",
  eager: true,
});
const texts = import.meta.glob<string>(["./**/*.css", "!./styles/!(signed-in).css"], {
  query: "?inline",
  import: "default",
  eager: true,
});
const textByHref = new Map(Object.entries(hrefs).map(([file, href]) => [href, texts[file] ?? ""]));

/** The styles of pages by the hrefs of their own stylesheets: there are few combinations. */
const known = new Map<string, { text: string; rules: StyleRule[] }>();

/**
 * The styles of a page as one text: public.css and the page's own stylesheets. The page contains this text,
 * so that it paints from one response. Every byte counts, so Tailwind's banner is removed.
 * @param stylesheets hrefs, as the routes of the page link them
 */
export function stylesOf(stylesheets: string[]): string {
  return read(stylesheets).text;
}

/**
 * Those of the page's styles that its markup can need, with `:hover` and the like.
 * @param markup of the whole page
 * @param added classes that scripts in the page add without stylesheets of their own
 */
export function usedStylesOf(stylesheets: string[], markup: string, added: readonly string[]): string {
  const classes = new Set(added);
  for (const [, names = ""] of markup.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(" ")) classes.add(name);
  return stylesFor(read(stylesheets).rules, classes);
}

function read(stylesheets: string[]): { text: string; rules: StyleRule[] } {
  const key = stylesheets.join();
  const before = known.get(key);
  if (before) return before;
  const text = [common, ...stylesheets.map(textOf)].join("").replaceAll(/\/\*![^*]*\*\//g, "");
  const styles = { text, rules: parseStyles(text) };
  known.set(key, styles);
  return styles;
}

function textOf(href: string): string {
  const text = textByHref.get(href);
  if (text === undefined)
    throw new Error(
      `${href} is not the stylesheet of a page: those are outside app/styles, and signed-in.css`,
    );
  return text;
}
