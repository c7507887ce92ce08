import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { gigPath } from "#app/gigs/gig.ts";
import { GigMissing } from "#app/gigs/gig-missing.tsx";
import { metaOfGig } from "#app/gigs/gig-page.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { mainRead } from "#app/lib/reads.ts";
import { moved } from "#app/lib/replies.ts";

/** /services/{id}: leads to the slug route, which is final (product.md section 2). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, log, requestId } = context;
  const asked = params.id ?? "";
  const slug = await mainRead(
    () => gigs.slugById(db, asked),
    `Error fetching service: please try again (request ${requestId})`,
    log,
  );
  if (slug) throw moved(gigPath({ slug }) + new URL(request.url).search);
  return data({ page: null, missing: { asked, requestId } }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaOfGig(data);

export default function GigById() {
  return <GigMissing {...useLoaderData<typeof loader>().missing} />;
}
