import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { isVisibleTo } from "#app/gigs/gig-state.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { GigErrorBoundary } from "#app/gigs/page/gig-failed.tsx";
import { gigMeta } from "#app/gigs/page/gig-meta.ts";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { fetchFailedSentence } from "#app/gigs/page/load-gig-page.server.ts";
import { failureMeta } from "#app/layout/error-boundary.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { movedPermanently } from "#app/lib/replies.ts";

/** /services/{id}: redirects to the gig's canonical address (docs/specification.md#gig-page). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, viewer, log, requestId } = context;
  const id = params.id ?? "";
  const gig = await mainRead(() => gigs.findSlugById(db, id), fetchFailedSentence(requestId), log);
  if (gig && isVisibleTo(viewer, gig))
    throw movedPermanently(href("/services/s/:slug", { slug: gig.slug }) + new URL(request.url).search);
  return data({ page: null, missing: { requested: id, requestId } }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  error ? failureMeta(error) : gigMeta(data, matches);

export default function GigById() {
  return <GigMissing {...useLoaderData<typeof loader>().missing} />;
}

export const headers = failureHeaders;
export const ErrorBoundary = GigErrorBoundary;
