import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { changeGig } from "#app/dashboard/change-gig.server.ts";
import * as dashboardGigs from "#app/dashboard/dashboard-gigs.server.ts";
import * as dashboardSeller from "#app/dashboard/dashboard-seller.server.ts";
import { ServicesScreen } from "#app/dashboard/services-screen.tsx";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead, sectionRead } from "#app/lib/reads.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { useReply } from "#app/ui/use-reply.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const headers = failureHeaders;
export const links = linksOf(handle);
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Your services", noindex: true, path: href("/dashboard/services") }, matches);

/** /dashboard/services: the seller's drafts and services (docs/specification.md#selling-services). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  const after = searchParams.get("gigs") || null;
  const read = () =>
    Promise.all([dashboardGigs.list(db, viewer.id, after, clock.now()), dashboardSeller.find(db, viewer.id)]);
  const [[gigs, seller], drafts] = await Promise.all([
    mainRead(read, "We couldn't load your services. Nothing is lost.", log),
    after === null ? sectionRead(() => gigDrafts.list(db, viewer.id), "drafts", log) : [],
  ]);
  return { gigs, after, seller, drafts: (drafts ?? []).filter(({ isPublished }) => !isPublished) };
}

export const action = (args: ActionFunctionArgs) => changeGig(args);

/** Revalidates also after a refused form, so that the page shows the current state. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

export default function ServicesPage() {
  const refused = useReply<typeof action>();
  return <ServicesScreen {...useLoaderData<typeof loader>()} refusal={refused?.refusal ?? null} />;
}
