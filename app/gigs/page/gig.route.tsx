import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { gigTtl } from "#app/gigs/gig.ts";
import { GigAnswer, meta } from "#app/gigs/page/gig-answer.tsx";
import { GigErrorBoundary } from "#app/gigs/page/gig-failed.tsx";
import { loadGigPage } from "#app/gigs/page/load-gig-page.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { stylesheetLink } from "#app/stylesheets.ts";

/** Kept as long as its shortest-lived part (docs/specification.md#cache-times). */
export const handle = { stylesheet: "gig", ttl: gigTtl };
export const links = () => [stylesheetLink("gig")];

/** /services/s/{slug}: the canonical address of a gig (docs/specification.md#gig-page). */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadGigPage(params.slug ?? "", request, context);
}

export { meta };
export default GigAnswer;
export const headers = failureHeaders;
export const ErrorBoundary = GigErrorBoundary;
