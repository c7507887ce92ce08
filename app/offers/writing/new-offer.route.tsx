import type { AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { mainRead } from "#app/lib/reads.ts";
import { pickFields } from "#app/lib/typed-fields.ts";
import { typedInto } from "#app/offers/writing/ask.form.ts";
import { askedAtIn } from "#app/offers/writing/ask.server.ts";
import { loadAsk } from "#app/offers/writing/load-ask.server.ts";
import { loadOffer } from "#app/offers/writing/load-offer.server.ts";
import { type NewOfferPage, NewOfferScreen } from "#app/offers/writing/new-offer-screen.tsx";
import { asksIn } from "#app/offers/writing/which-form.server.ts";
import stylesheet from "#app/offers/writing/writing.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data && "ask" in data ? "Ask for an offer" : "Send an offer", noindex: true });

/** Only after a navigation, so that text being typed stays. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href;

/**
 * /offers/new: `?gig=` or `?conversation=&ask=1` asks for an offer
 * (docs/specification.md#asking-for-an-offer); `?conversation=` writes one
 * (docs/specification.md#writing-an-offer).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  const read = () => loadPage(context, viewer.id, searchParams);
  const page = await mainRead(read, "Something went wrong", context.log);
  if (!page) throw new Response(null, { status: 404 });
  return page;
}

/** @returns null if there is no such conversation, service or offer of the viewer */
async function loadPage(
  context: AppLoadContext,
  viewerId: string,
  parameters: URLSearchParams,
): Promise<NewOfferPage | null> {
  const at = askedAtIn(parameters);
  const parked = await findParked(context, parameters);
  if (await asksIn(context.db, viewerId, at, parameters)) {
    const ask = await loadAsk(context.db, viewerId, at);
    const chosen = ask?.services.find(({ id }) => id === at.gig)?.id ?? "";
    const typed = pickFields({ gig: chosen, ...parked }, typedInto);
    return ask && { ask, at, typed, id: crypto.randomUUID() };
  }
  const isPreview = parameters.get("preview") === "1";
  const asked = { ...at, conversation: at.conversation ?? "", replaces: parameters.get("replaces") || null };
  return await loadOffer(context, viewerId, { ...asked, isPreview }, parked);
}

export default function NewOffer() {
  return <NewOfferScreen page={useLoaderData<typeof loader>()} />;
}
