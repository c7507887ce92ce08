import { buildId } from "#workers/render/pages.ts";
import { origin } from "../visitor.ts";

/** Clears the cached files for search engines, so that the next request rebuilds them. */
export async function forgetSitemaps(): Promise<void> {
  const cache = await caches.open("sitemaps");
  const files = ["catalog", "gigs-1", "gigs-2", "sellers-1", "sellers-2"];
  const names = ["/sitemap.xml", ...files.map((file) => `/sitemaps/${file}.xml`)];
  await Promise.all(names.map((name) => cache.delete(`${origin}/-/sitemaps/${buildId}${name}`)));
}
