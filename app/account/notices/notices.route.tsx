import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { NoticesScreen } from "#app/account/notices/notices-screen.tsx";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { mainRead } from "#app/lib/reads.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { linksOf } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta = () => pageMeta({ title: "Notices", noindex: true });

/** /notices: what the viewer was told by email (docs/specification.md#notices-page). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, log } = context;
  const { pathname, search } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  return { notices: await mainRead(() => outbox.listNotices(db, viewer.id), "Something went wrong", log) };
}

export default function Notices() {
  return <NoticesScreen {...useLoaderData<typeof loader>()} />;
}
