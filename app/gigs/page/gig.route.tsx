import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { gigTtl } from "#app/gigs/gig.ts";
import { GigErrorBoundary } from "#app/gigs/page/gig-failed.tsx";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { metaOfGig } from "#app/gigs/page/gig-page.ts";
import { GigScreen } from "#app/gigs/page/gig-screen.tsx";
import { loadGigPage } from "#app/gigs/page/load-gig-page.server.ts";
import { failureHeaders, failureMeta } from "#app/layout/error-boundary.tsx";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import stylesheet from "./gig.css?url";

/** The page is cached as long as its shortest-lived part (docs/specification.md#cache-times). */
export const handle: PageHandle = {
  stylesheet,
  ttl: gigTtl,
  parameters: { package: ["starter", "pro", "elite"], reviews: "page number", requirements: "personal" },
};
export const links = linksOf(handle);

/** /services/s/{slug}: the final address of a gig. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadGigPage(params.slug ?? "", request, context);
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  error ? failureMeta(error) : metaOfGig(data, matches);

export default function Gig() {
  const answer = useLoaderData<typeof loader>();
  return answer.page ? <GigScreen {...answer} /> : <GigMissing {...answer.missing} />;
}

export const headers = failureHeaders;
export const ErrorBoundary = GigErrorBoundary;
