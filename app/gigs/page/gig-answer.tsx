import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { gigMeta } from "#app/gigs/page/gig-meta.ts";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { GigScreen } from "#app/gigs/page/gig-screen.tsx";
import type { loadGigPage } from "#app/gigs/page/load-gig-page.server.ts";
import { failureMeta } from "#app/layout/error-boundary.tsx";

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadGigPage>;

/** The page of every address of a gig: the gig, or Service Not Found. */
export function GigAnswer() {
  const answer = useLoaderData<Loader>();
  return answer.page ? <GigScreen {...answer} /> : <GigMissing {...answer.missing} />;
}

/** The head of every address of a gig. */
export const meta: MetaFunction<Loader> = ({ data, matches, error }) =>
  error ? failureMeta(error) : gigMeta(data, matches);
