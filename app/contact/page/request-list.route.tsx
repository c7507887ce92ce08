import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { RequestsScreen } from "#app/contact/page/request-list-screen.tsx";
import { ticketCode } from "#app/contact/ticket.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { linksOf } from "#app/page-handle.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta = () => pageMeta({ title: "My requests", noindex: true });

/** /contact/requests?before={count}: the viewer's tickets (docs/specification.md#tickets). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, log } = context;
  const url = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", url.pathname + url.search);
  const before = url.searchParams.get("before") ?? "";
  const cursor = /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null;
  const read = () =>
    Promise.all([tickets.listOfUser(db, viewer.id, cursor), profiles.timeZoneOf(db, viewer.id)]);
  const [{ tickets: rows, older }, timeZone] = await mainRead(read, "Something went wrong", log);
  return {
    requests: rows.map((ticket) => ({
      code: ticketCode(ticket),
      topic: ticket.topic,
      state: ticket.state,
      updatedAt: dateTime(ticket.updatedAt, timeZone),
    })),
    older: older === null ? null : `${href("/contact/requests")}?before=${older}`,
  };
}

export default function Requests() {
  return <RequestsScreen {...useLoaderData<typeof loader>()} />;
}
