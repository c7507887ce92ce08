import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { topics } from "#app/catalog/topics.server.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { CreateScreen } from "#app/gigs/editor/create-screen.tsx";
import stylesheet from "#app/gigs/editor/editor.css?url";
import { requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import { stepAction } from "#app/gigs/editor/step-action.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { stylesheet, scripts: "now", longTexts: true };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Create a Gig", noindex: true, path: href("/services/create") }, matches);

/** /services/create: the seller's drafts and an empty Overview (docs/specification.md#gig-editor). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const viewer = await requireSeller(context, href("/services/create") + url.search);
  const { db, dataCache, log } = context;
  const [drafts, all, parked] = await Promise.all([
    mainRead(() => gigDrafts.list(db, viewer.id), "Something went wrong", log),
    dataCache.read(topics),
    findParked(context, url.searchParams),
  ]);
  // The page generates the draft's id, so that a form that is sent twice creates one draft.
  const newId = crypto.randomUUID();
  const isUnsaved = parked !== null;
  return { newId, writerId: viewer.id, drafts, topics: all, typed: parked ?? {}, isUnsaved };
}

/** Creates the draft from its first step. */
export function action({ request, context }: ActionFunctionArgs) {
  return stepAction(request, context, { draftId: null, step: "overview", path: href("/services/create") });
}

export default function Create() {
  const loaded = useLoaderData<typeof loader>();
  return <CreateScreen key={loaded.newId} {...loaded} reply={useActionData<typeof action>()} />;
}
