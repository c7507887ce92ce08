import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { useFreshPage } from "#app/conversations/live/live.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { mainRead } from "#app/lib/reads.ts";
import * as acceptable from "#app/offers/accepting/acceptable-offers.server.ts";
import { offerPath } from "#app/offers/offer.ts";
import { offerPage } from "#app/offers/page/offer-page.ts";
import * as records from "#app/offers/page/offer-record.server.ts";
import { OfferScreen } from "#app/offers/page/offer-screen.tsx";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const links = linksOf(handle);
/** Never stored: after the buyer has accepted, Back must not show an open offer. */
export const headers: HeadersFunction = (args) => ({
  ...failureHeaders(args),
  "Cache-Control": "private, no-store",
});
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Custom offer: ${data.page.title}` : "Custom offer", noindex: true });

/**
 * /offers/{id}: an offer, for its two parties (docs/specification.md#answering-an-offer). Others, and any
 * unknown id, get the 404 page.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const { db, log, clock } = context;
  const url = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", offerPath(id) + url.search);
  const read = async () => {
    const [record, timeZone, saved] = await Promise.all([
      records.find(db, id, viewer.id),
      profiles.timeZoneOf(db, viewer.id),
      findParked(context, url.searchParams),
    ]);
    if (!record) throw new Response(null, { status: 404 });
    const page = offerPage(record, viewer.id, clock.now(), timeZone);
    const isForSale = page.party === "buyer" && page.state === "open" && page.refusal === null;
    const acceptance = isForSale ? await acceptable.acceptanceOf(db, record.offer) : null;
    return { page, acceptance, saved };
  };
  const { page, acceptance, saved } = await mainRead(read, "Something went wrong", log);
  return {
    page,
    /** Null unless the viewer can accept it. */
    acceptance,
    typed: { requirements: saved?.requirements ?? "", reason: saved?.reason ?? "" },
  };
}

export default function OfferRoute() {
  const loaded = useLoaderData<typeof loader>();
  const { conversation } = loaded.page;
  useFreshPage((event) => event.type === "offer" && event.conversation === conversation);
  return <OfferScreen {...loaded} />;
}
