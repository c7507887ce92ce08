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
};
export const links = linksOf(handle);

/** /services/s/{slug}: the canonical address of a gig (docs/specification.md#gig-page). */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadGigPage(params.slug ?? "", request, context);
}

export { meta };
export default GigAnswer;
export const headers = failureHeaders;
export const ErrorBoundary = GigErrorBoundary;
