import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { Link, useLoaderData } from "@remix-run/react";
import { GigCards } from "#app/gigs/gig-card.tsx";
import * as gigs from "#app/gigs/gigs.server.ts";
import { maxViewed, maxViewedShown, parseIds } from "#app/gigs/page/viewed-gigs.ts";
import { sectionRead } from "#app/lib/reads.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { Empty } from "#app/ui/empty.tsx";

export const handle: PageHandle = { hearts: true };

/**
 * /services/recent: the gigs in this browser's cookie (docs/specification.md#recently-viewed). With `?ids=`,
 * joined by dots, it returns the first four of these gigs that are listed, for a gig's page. If they cannot
 * be read, the list is empty.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const idsInUrl = new URL(request.url).searchParams.get("ids");
  const [ids, limit] =
    idsInUrl === null
      ? [context.recentlyViewed, maxViewed]
      : [parseIds(idsInUrl).slice(0, maxViewed), maxViewedShown];
  const read = () => gigs.listByIds(context.db, ids, limit);
  return { gigs: (await sectionRead(read, "recently viewed", context.log)) ?? [] };
}

/** If the connection fails while a gig's page requests its four, that page must not show an error. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (!new URL(request.url).searchParams.has("ids")) throw error;
    return { gigs: [] };
  }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: "Recently Viewed Services",
      description: "The services you viewed most recently in this browser.",
      path: "/services/recent",
      noindex: true,
    },
    matches,
  );

export default function Recent() {
  const { gigs } = useLoaderData<typeof loader>();
  return (
    <div className="wrap page">
      <h1 className="mt-3 mb-6">Recently Viewed Services</h1>
      {gigs.length > 0 ? (
        <>
          <h2 className="vh">Newest first</h2>
          <GigCards gigs={gigs} eagerFirst />
        </>
      ) : (
        <Empty title="Services you view appear here.">
          <Link className="btn" to="/search">
            Browse All Services
          </Link>
        </Empty>
      )}
    </div>
  );
}
