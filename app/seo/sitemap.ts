import { brand } from "#app/brand.ts";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { sellerPagePath } from "#app/sellers/page/seller-page.ts";

/**
 * The maximum number of entries in a file (sitemaps.org). Each file of gigs covers a range of this many gig
 * numbers: the first covers 1 to 50,000. A gig that disappears therefore changes one file, not every later
 * one.
 */
export const fileSize = 50_000;

/** The paths of the index and of its files. */
export const indexPath = "/sitemap.xml";
export const catalogFile = "/sitemaps/catalog.xml";
const gigFile = (file: number) => `/sitemaps/gigs-${file}.xml`;
const sellerFile = (file: number) => `/sitemaps/sellers-${file}.xml`;

/** Which file of gigs or of sellers, from 1; null for any other path. */
export function fileOf(path: string): { of: "gigs" | "sellers"; file: number } | null {
  const [, of, digits] = /^\/sitemaps\/(gigs|sellers)-([1-9]\d{0,8})\.xml$/.exec(path) ?? [];
  return of === "gigs" || of === "sellers" ? { of, file: Number(digits) } : null;
}

/** The public pages at fixed paths. */
const ownPages = () =>
  linksTo("/", "/categories", "/ai-assistant", "/help", "/privacy", "/terms", "/contact", "/faq");

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
export const opening = `${declaration}<urlset ${namespace}>\n`;
export const closing = "</urlset>\n";

/** The index. @param files the numbers of the files of gigs and of sellers, from 1 */
export function indexXml(origin: string, files: { gigs: number[]; sellers: number[] }): string {
  const paths = [catalogFile, ...files.gigs.map(gigFile), ...files.sellers.map(sellerFile)];
  const entries = paths.map((path) => `<sitemap><loc>${origin + path}</loc></sitemap>\n`);
  return `${declaration}<sitemapindex ${namespace}>\n${entries.join("")}</sitemapindex>\n`;
}

type Slug = { slug: string };

/** The file of pages at fixed paths, categories and subcategories. */
export function catalogXml(origin: string, categories: Slug[], subcategories: (Slug & { category: Slug })[]) {
  const paths = [
    ...ownPages().map(({ to }) => to),
    ...categories.map(({ slug }) => href("/categories/:category", { category: slug })),
    ...subcategories.map(({ slug, category }) =>
      href("/categories/:category/:subcategory", { category: category.slug, subcategory: slug }),
    ),
  ];
  return opening + paths.map((path) => urlXml(origin + path)).join("") + closing;
}

/** The entries of some gigs. `updatedAt` in UTC ms. */
export function gigsXml(origin: string, gigs: (Slug & { updatedAt: number })[]): string {
  return gigs
    .map((gig) => urlXml(origin + href("/services/s/:slug", { slug: gig.slug }), gig.updatedAt))
    .join("");
}

/** The entries of some sellers. */
export function sellersXml(origin: string, sellers: { username: string }[]): string {
  return sellers.map(({ username }) => urlXml(origin + sellerPagePath(username))).join("");
}

/** An entry. The product's paths are percent-encoded, so they contain no special XML characters. */
function urlXml(address: string, updatedAt?: number): string {
  const changed = updatedAt === undefined ? "" : `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`;
  return `<url><loc>${address}</loc>${changed}</url>\n`;
}

/**
 * Paths that robots must not read: they need a session, only emails and Stripe link to them, or they are not
 * pages. Public pages with `noindex` (search, sign-in, recently viewed) are not listed: a robot that may not
 * read a page never sees its `noindex`.
 */
const closed = [
  "/admin",
  "/appeal/",
  "/auth/",
  "/contact/requests",
  "/dashboard",
  "/dev/",
  "/earnings",
  "/forgot-password",
  "/functions/",
  "/live",
  "/messages",
  "/notices",
  "/offers",
  "/orders",
  "/payment-",
  "/preferences",
  "/profile",
  "/report",
  "/reset-password",
  "/saved",
  "/services/create",
  "/services/sell/receipt",
  "/sign-out",
  "/unsubscribe",
  "/verify",
  "/webhooks/",
];

/** robots.txt (RFC 9309), with the address of the index. */
export function robotsText(origin: string): string {
  const rules = closed.map((path) => `Disallow: ${path}\n`).join("");
  return `# ${brand}\nUser-agent: *\n${rules}\nSitemap: ${origin}${indexPath}\n`;
}
