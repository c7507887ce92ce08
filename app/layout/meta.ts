import type { MetaDescriptor } from "@remix-run/cloudflare";
import { brand } from "#app/brand.ts";

/** spec.md section 9: a meta description falls back to the first 160 characters of the description. */
export const metaDescriptionLength = 160;

type Page = {
  title: string;
  description?: string | null;
  keywords?: string[] | null;
  /** The page's one address. */
  canonical?: string;
  /** Search engines leave the page out. */
  noindex?: boolean;
};

/** What the head of a page says; the brand follows the title where it is missing there. */
export function pageMeta({
  title,
  description,
  keywords,
  canonical,
  noindex = false,
}: Page): MetaDescriptor[] {
  const meta: MetaDescriptor[] = [{ title: title.includes(brand) ? title : `${title} | ${brand}` }];
  if (description) meta.push({ name: "description", content: description });
  if (keywords?.length) meta.push({ name: "keywords", content: keywords.join(", ") });
  if (canonical) meta.push({ tagName: "link", rel: "canonical", href: canonical });
  if (noindex) meta.push({ name: "robots", content: "noindex" });
  return meta;
}

/** The first 160 characters of a text as one line. */
export function metaDescriptionOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return [...line].slice(0, metaDescriptionLength).join("");
}
