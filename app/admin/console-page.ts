import type { LinksFunction } from "@remix-run/cloudflare";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

/** The `links` of every console route. */
export const consoleLinks: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** The `meta` of every console route: search engines must not list the page. */
export function consoleMeta(title: string) {
  return pageMeta({ title, noindex: true });
}
