import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { NotFoundScreen } from "#app/layout/error-screens.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readLongForm, unreadableForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { redirect } from "#app/lib/replies.ts";
import { offerExtraAction, offerExtraFields } from "#app/offers/extras/offer-extra.server.ts";
import { OfferExtraScreen } from "#app/offers/extras/offer-extra-screen.tsx";
import { answerFields, answerOffer } from "#app/offers/page/answer-offer.server.ts";
import { askFields } from "#app/offers/writing/ask.form.ts";
import { askAction } from "#app/offers/writing/ask.server.ts";
import { RefusedScreen } from "#app/offers/writing/new-offer-screen.tsx";
import { changeOffer, offerFieldNames } from "#app/offers/writing/typed-offer.ts";
import { offerAction, otherFields } from "#app/offers/writing/write-offer.server.ts";
import stylesheet from "#app/offers/writing/writing.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";

/** In MB: the files of a request without scripts, and the form around them. */
export const handle: PageHandle = { stylesheet, scripts: "now", uploads: 25, longTexts: true };
export const links = linksOf(handle);
export const headers = failureHeaders;

const titles = new Map([
  ["ask", "Ask for an offer"],
  ["send", "Send an offer"],
  ["extra", "Offer an extra"],
]);

/**
 * The title follows from the form that the address names, because the action's reply does not reach `meta`.
 */
export const meta: MetaFunction = ({ location }) => {
  const form = new URLSearchParams(location.search).get("form") ?? "";
  return pageMeta({ title: titles.get(form) ?? "Offer", noindex: true });
};

/**
 * The address takes forms, and shows one that was refused. A GET of the address of a refused form, such as by
 * Back, redirects to the form's own page.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  if (context.answersForm) return null;
  const { searchParams } = new URL(request.url);
  const order = searchParams.get("order");
  if (order) return redirect(href("/orders/:id", { id: order }));
  const isAbout = searchParams.has("conversation") || searchParams.has("gig");
  searchParams.delete("form");
  if (isAbout) return redirect(`${href("/offers/new")}?${searchParams}`);
  return data(null, { status: 404 });
}

/**
 * POST /offers: an offer is asked for, written and sent, or answered (docs/specification.md#offers); or an
 * extra is offered (docs/specification.md#added-extras).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readLongForm(
    request,
    offerFieldNames,
    otherFields,
    askFields,
    answerFields,
    offerExtraFields,
  );
  const intent = form.text("intent");
  if (intent === "ask") return await askAction(context, form);
  if (intent === "withdraw" || intent === "decline") return await answerOffer(context, form, intent);
  if (intent === "offer-extra") return await offerExtraAction(context, form);
  const isKnown = writingIntents.includes(intent) || changeOffer({}, intent) !== null;
  if (isKnown) return await offerAction(context, form, intent);
  throw data(unreadableForm, { status: 400 });
}

const writingIntents = ["save", "preview", "send"];

export default function Offers() {
  const reply = useActionData<typeof action>();
  if (!reply) return <NotFoundScreen />;
  return "extraOf" in reply ? <OfferExtraScreen {...reply} /> : <RefusedScreen reply={reply} />;
}
