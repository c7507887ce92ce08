import common from "./styles/public.css?inline";

/** The addresses and texts of the stylesheets that routes link, by file. */
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
const ownByHref = new Map(
  Object.entries(hrefs).map(([file, href]) => [href, withoutBanner(texts[file] ?? "")]),
);

/** The text of public.css, which every page contains, so that it can paint after one response. */
export const commonStyles = withoutBanner(common);

/** The text of a page's own stylesheet, which the page also contains. @param href as its route links it */
export function ownStyles(href: string): string {
  const text = ownByHref.get(href);
  if (text === undefined)
    throw new Error(
      `${href} is not the stylesheet of a page: those are outside app/styles, and signed-in.css`,
    );
  return text;
}

/** Every byte counts, so Tailwind's banner is removed. */
function withoutBanner(css: string): string {
  return css.replaceAll(/\/\*![^*]*\*\//g, "");
}
