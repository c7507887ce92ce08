import { linksOf } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./console.css?url";

/** The `handle` and the `links` of every console route. */
export const consoleHandle = { stylesheet };
export const consoleLinks = linksOf(consoleHandle);

/** The `meta` of every console route: search engines must not list the page. */
export function consoleMeta(title: string) {
  return pageMeta({ title, noindex: true });
}
