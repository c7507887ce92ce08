import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { parseTerm } from "#app/browse/listing.ts";
import { titlesWithWords } from "#app/browse/search/search-words.server.ts";
import { maxSuggestions, type Suggestion, suggestTopics } from "#app/browse/search/suggestion.ts";
import { wordsOf } from "#app/browse/search/words.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { second } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { requireRead } from "#app/limits/allowances.server.ts";

/**
 * /search/suggestions?q=… as JSON, for a search box while a visitor types
 * (docs/specification.md#search-suggestions). A part that cannot be read is left out.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { dataCache, log } = context;
  const { q } = parseTerm(new URL(request.url).searchParams);
  const words = wordsOf(q);
  if (words.length === 0) return answer([], true);
  await requireRead(context, "suggestions");
  const [topics, titles] = await Promise.all([
    sectionRead(() => dataCache.read(catalog.searchTopics), "topics", log),
    sectionRead(() => dataCache.read(titlesWithWords, words.join(" ")), "suggestions", log),
  ]);
  const services = (titles ?? []).map(
    ({ title, slug }): Suggestion => ({
      text: title,
      kind: "Service",
      path: href("/services/s/:slug", { slug }),
    }),
  );
  const all = [...suggestTopics(q, topics ?? []), ...services].slice(0, maxSuggestions);
  return answer(all, topics !== null && titles !== null);
}

/**
 * In ms. It is short, because nothing removes a title from a browser's cache (docs/architecture.md#removals).
 */
const keptByBrowser = 10 * second;

/** @param whole true if no part is missing: only then a browser may keep the answer */
function answer(suggestions: Suggestion[], whole: boolean): Response {
  const keep = whole ? `private, max-age=${keptByBrowser / second}` : "private, no-store";
  return Response.json({ suggestions }, { headers: { "Cache-Control": keep, "X-Robots-Tag": "noindex" } });
}
