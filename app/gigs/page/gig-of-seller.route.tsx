import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { gigTtl } from "#app/gigs/gig.ts";
import { GigAnswer, meta } from "#app/gigs/page/gig-answer.tsx";
import { GigErrorBoundary } from "#app/gigs/page/gig-failed.tsx";
import { loadGigPage } from "#app/gigs/page/load-gig-page.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import stylesheet from "./gig.css?url";

/** The page is cached as long as its shortest-lived part (docs/specification.md#cache-times). */
export const handle: PageHandle = {
  hearts: true,
  stylesheet,
  ttl: gigTtl,
  parameters: {
    package: ["starter", "pro", "elite"],
    extra: "personal",
    quantity: "personal",
    reviews: "page number",
    draft: "personal",
    again: "personal",
  },
  segments: { handle: /^@./ },
};
export const links = linksOf(handle);

/**
 * /@{username}/{slug} (docs/specification.md#gig-page). A path without `@` gets the usual 404. Another
 * seller's gig is Service Not Found.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const handle = params.handle ?? "";
  if (!handle.startsWith("@")) throw new Response(null, { status: 404 });
  return loadGigPage(params.slug ?? "", request, context, handle.slice(1));
}

/** A POST gets the usual 404, like any path that is not in the route table. */
export function action(): never {
  throw new Response(null, { status: 404 });
}

export { meta };
export default GigAnswer;
export const headers = failureHeaders;
export const ErrorBoundary = GigErrorBoundary;
