import type { MetaDescriptor } from "@remix-run/cloudflare";
import { brand, sharePicture } from "#app/brand.ts";

/** docs/specification.md#page-head. In characters. */
const metaDescriptionLength = 160;

/** The picture of a shared link: `path` on this site, sizes in px. */
type SharePicture = { path: string; width: number; height: number; alt: string };

type Page = {
  title: string;
  description?: string | null;
  keywords?: string[] | null;
  /**
   * The canonical path with its query. Absent if the page has none, for example because its subject does not
   * exist.
   */
  path?: string;
  /** Search engines must not list the page. */
  noindex?: boolean;
  /** The Open Graph type. */
  type?: "website" | "product";
  /** Default: the picture of the site. */
  picture?: SharePicture | null;
};

/** The matched routes, as Remix passes them to `meta`. The root's data has the origin. */
type Matches = readonly { id: string; data?: unknown }[];

/**
 * The head of a page (docs/specification.md#page-head). The brand is added after the title unless the title
 * contains it. A page with a canonical path also gets its absolute URL and, if search engines may list it,
 * the Open Graph tags of a shared link.
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

/** Open Graph (ogp.me). X reads the same tags, except for the kind of card. */
function shareMeta(page: Page, canonical: string, origin: string): MetaDescriptor[] {
  const picture = page.picture ?? sharePicture;
  const tags = {
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
    ...Object.entries(tags).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

function originOf(matches: Matches): string | null {
  const data = matches.find(({ id }) => id === "root")?.data;
  if (typeof data !== "object" || data === null || !("origin" in data)) return null;
  return typeof data.origin === "string" ? data.origin : null;
}

/** The start of a text as one line, at most 160 characters: the default of a meta description. */
export function metaDescriptionOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return [...line].slice(0, metaDescriptionLength).join("");
}

/** A text as one line of fewer than 160 characters, cut at a word boundary. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  if (characters.length < metaDescriptionLength) return line;
  const cut = characters.slice(0, metaDescriptionLength - 1).join("");
  const words = cut.replace(/[\s,;:–-]{0,9}\s\S{0,159}$/, "");
  return `${words || cut}…`;
}
