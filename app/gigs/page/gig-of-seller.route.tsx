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
  segments: { handle: /^@./ },
};
export const links = linksOf(handle);

/** /@{username}/{slug}. A handle without `@` is any other path; somebody else's gig is Service Not Found (docs/specification.md#gig-page). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const handle = params.handle ?? "";
  if (!handle.startsWith("@")) throw new Response(null, { status: 404 });
  return loadGigPage(params.slug ?? "", request, context, handle.slice(1));
}

/** Nothing is posted here: the ordinary 404, as for any path that is no row of the table. */
export function action(): never {
  throw new Response(null, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  error ? failureMeta(error) : metaOfGig(data, matches);

export default function GigOfSeller() {
  const answer = useLoaderData<typeof loader>();
  return answer.page ? <GigScreen {...answer} /> : <GigMissing {...answer.missing} />;
}

export const headers = failureHeaders;
export const ErrorBoundary = GigErrorBoundary;
