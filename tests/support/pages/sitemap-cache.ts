import { buildId } from "#workers/render/pages.ts";
import { origin } from "../visitor.ts";

/** Forgets the files for search engines, so that the next request reads them. */
export async function forgetSitemaps(): Promise<void> {
  const cache = await caches.open("sitemaps");
  const names = ["/sitemap.xml", "/sitemaps/catalog.xml", "/sitemaps/gigs-1.xml", "/sitemaps/gigs-2.xml"];
  await Promise.all(names.map((name) => cache.delete(`${origin}/-/sitemaps/${buildId}${name}`)));
}
