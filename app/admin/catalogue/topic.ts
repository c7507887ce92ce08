import { href } from "#app/lib/href.ts";
import { slugify } from "#app/lib/slug.ts";

/** What the texts of the catalogue are about. */
export type TopicKind = "category" | "subcategory";

/** The lists of short texts on a category's page (docs/specification.md#data-seo). */
export type EntryKind = "faq" | "feature";

/** The bounds of texts, in characters. */
export const bounds = { name: 60, slug: 60, metaTitle: 70, metaDescription: 160, heading: 200, text: 20_000 };

/** The maximum number of each that the console allows, so that its pages stay short. */
export const most = { categories: 60, subcategories: 40, entries: 20 };

/** The pictures to choose from, in public/category-icons. */
export const icons = [
  "briefcase",
  "camera",
  "code",
  "cpu",
  "database",
  "feather",
  "film",
  "heart",
  "megaphone",
  "music",
  "palette",
  "refresh",
].map((name) => ({ name, path: `/category-icons/${name}.svg` }));

/** Words that the product may need in addresses under /categories. */
const reserved = new Set(["all", "categories", "category", "data", "edit", "index", "new", "page", "search"]);

/** Makes a slug from a name, with the characters that an address of the catalogue may have. */
export function slugOf(name: string): string {
  return slugify(name.normalize("NFKD").replace(/[^\x20-\x7e]/g, ""))
    .replaceAll("_", "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Why this cannot be the new slug of a category or subcategory, as a sentence; null if it can. A slug that is
 * stored already is not checked: the demo has a category `data`.
 */
export function slugSentence(slug: string): string | null {
  if (slug.length > bounds.slug) return `Please use at most ${bounds.slug} characters`;
  if (!/^[a-z0-9-]+$/.test(slug) || slug.split("-").includes(""))
    return "Please use lower-case letters, digits and single hyphens";
  return reserved.has(slug) ? "This address is reserved. Please choose another one" : null;
}

/** The page of a category or subcategory in the console. */
export function topicPath(id: string): string {
  return href("/admin/catalogue/:id", { id });
}

/** The page that visitors see. @param parent the category of a subcategory; null for a category */
export function publicPath(slug: string, parent: { slug: string } | null): string {
  return parent === null
    ? href("/categories/:category", { category: slug })
    : href("/categories/:category/:subcategory", { category: parent.slug, subcategory: slug });
}

/** The number of gigs in a topic, for people: `1,204`, `200+` if the rest was not counted. */
export function gigsText({ listed, others, isWhole }: GigNumbers): string {
  return `${(listed + others).toLocaleString("en-US")}${isWhole ? "" : "+"}`;
}

/** `others`: those that are not on the market. `isWhole`: all of them were counted. */
export type GigNumbers = { listed: number; others: number; isWhole: boolean };

/** How much of a text an audit row keeps. */
const keptOfText = 300;
/** How much of that comes before the first difference. */
const keptBefore = 60;

/**
 * A text in an audit row. Of a long one, it keeps an excerpt that begins shortly before the first difference.
 * @param other the text before or after the change
 */
export function auditText(text: string | null, other: string | null = ""): string {
  if (!text) return "nothing";
  const letters = [...text];
  if (letters.length <= keptOfText) return text;
  const others = [...(other ?? "")];
  const difference = letters.findIndex((letter, i) => letter !== others[i]);
  const first = difference < 0 ? letters.length : difference;
  const start = Math.max(0, Math.min(first - keptBefore, letters.length - keptOfText));
  const end = start + keptOfText;
  const shown = `${start > 0 ? "…" : ""}${letters.slice(start, end).join("")}${end < letters.length ? "…" : ""}`;
  return `${shown} (${letters.length.toLocaleString("en-US")} characters)`;
}
