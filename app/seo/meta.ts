import type { MetaDescriptor } from "@remix-run/cloudflare";
import { brand, sharePicture } from "#app/brand.ts";

/** docs/specification.md#page-head: a meta description falls back to the first 160 characters of the description. */
export const metaDescriptionLength = 160;

/** A picture as a message shows it beside a link. `path` on this site; its size in px. */
export type SharePicture = { path: string; width: number; height: number; alt: string };

type Page = {
  title: string;
  description?: string | null;
  keywords?: string[] | null;
  /** The page's one address on this site, with what belongs to it; without it the page has none: something is missing there. */
  path?: string;
  /** Search engines leave the page out. */
  noindex?: boolean;
  /** What the page is, in the words of Open Graph. */
  type?: "website" | "product";
  /** Without it the general one. */
  picture?: SharePicture | null;
};

/** The routes of the page, as Remix hands them to `meta`: the root brings the origin. */
type Matches = readonly { id: string; data?: unknown }[];

/**
 * What the head of a page says; the brand follows the title where it is missing there. A page that has an address says it absolute,
 * and, unless search engines leave it out, how a message shows a link to it (Open Graph).
 */
export function pageMeta(page: Page, matches: Matches = []): MetaDescriptor[] {
  const { title, description, keywords, path, noindex = false } = page;
  const origin = originOf(matches);
  const meta: MetaDescriptor[] = [{ title: title.includes(brand) ? title : `${title} | ${brand}` }];
  if (description) meta.push({ name: "description", content: description });
  if (keywords?.length) meta.push({ name: "keywords", content: keywords.join(", ") });
  if (noindex) meta.push({ name: "robots", content: "noindex" });
  if (path === undefined || origin === null) return meta;
  const canonical = origin + path;
  meta.push({ tagName: "link", rel: "canonical", href: canonical });
  return noindex ? meta : [...meta, ...shareMeta(page, canonical, origin)];
}

/** ogp.me; X takes all but the kind of card from it. In the order of the head, so that what repeats compresses best. */
function shareMeta(page: Page, canonical: string, origin: string): MetaDescriptor[] {
  const picture = page.picture ?? sharePicture;
  const told = {
    "og:site_name": brand,
    "og:type": page.type ?? "website",
    "og:title": page.title,
    "og:description": page.description ? shortened(page.description) : null,
    "og:url": canonical,
    "og:image": origin + picture.path,
    "og:image:width": String(picture.width),
    "og:image:height": String(picture.height),
    "og:image:alt": shortened(picture.alt),
  };
  return [
    ...Object.entries(told).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

function originOf(matches: Matches): string | null {
  const data = matches.find(({ id }) => id === "root")?.data;
  if (typeof data !== "object" || data === null || !("origin" in data)) return null;
  return typeof data.origin === "string" ? data.origin : null;
}

/** The first 160 characters of a text as one line. */
export function metaDescriptionOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return [...line].slice(0, metaDescriptionLength).join("");
}

/** A text of less than 160 characters as one line: a longer one, or one that was cut there, ends after a whole word. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  if (characters.length < metaDescriptionLength) return line;
  const cut = characters.slice(0, metaDescriptionLength - 1).join("");
  const words = cut.replace(/[\s,;:–-]*\s\S*$/, "");
  return `${words || cut}…`;
}
