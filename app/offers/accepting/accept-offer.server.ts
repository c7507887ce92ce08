import type { SubmissionResult } from "@conform-to/dom";
import type { AppLoadContext, TypedResponse } from "@remix-run/cloudflare";
import { continueToOrder, failed, placeWanted, signInFirst } from "#app/checkout/place-order.server.ts";
import { tellOffer } from "#app/conversations/live/offer-changed.server.ts";
import { maxRequirementsLength } from "#app/gigs/gig.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { type Refusal, type RefusalKind, refuse } from "#app/lib/refusal.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import * as acceptable from "#app/offers/accepting/acceptable-offers.server.ts";
import { acceptanceForm } from "#app/offers/accepting/acceptance.form.ts";
import type { Acceptance } from "#app/offers/accepting/acceptance.ts";
import { offerPath } from "#app/offers/offer.ts";
import * as offers from "#app/offers/offers.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * Answers `POST /orders` with an offer (docs/specification.md#answering-an-offer) as the order form of a gig:
 * with a redirect to the card page, to the offer's page with a notice, or to /sign-in. Everything typed is
 * kept. 400 with the form again if a field is not valid, 503 if the database fails.
 * @throws Response 404 if it is not an offer to the viewer
 */
export async function acceptOfferAction(context: AppLoadContext, form: SentForm) {
  const id = form.text("offer");
  const park = {
    typed: typedFields(form.fields, ["requirements"]),
    longest: { requirements: maxRequirementsLength },
  };
  const page = { path: offerPath(id), park, again: againWith(context, form, id), failed };
  return await writes.run(context, form, page, async () => {
    const viewer = writes.viewer(context, signInFirst);
    const found = (await findTo(context, id)) ?? refuse("gone");
    const { offer: _, token = null, ...chosen } = writes.parse(form, acceptanceForm);
    const asked = { ...chosen, token, buyer: viewer };
    const placed = await placeWanted(context, viewer, acceptable.offerWanted(context, found, asked), asked);
    context.later(tellOffer(context, id));
    return await continueToOrder(context, placed, form.fields, park);
  });
}

/** An offer to the viewer; null if there is none. */
async function findTo({ db, viewer }: AppLoadContext, id: string): Promise<offers.Offer | null> {
  const offer = await offers.find(db, id);
  return offer && offer.buyerId === viewer?.id ? offer : null;
}

/** The reply after a refusal: the form of the offer again. */
export type AcceptanceReply = {
  acceptance: Acceptance & { title: string };
  result: SubmissionResult<string[]>;
};

/** These refusals are errors of the form. The offer's page shows the sentence of the others. */
const ofForm: RefusalKind[] = ["invalid", "over"];

function againWith(context: AppLoadContext, form: SentForm, id: string) {
  return async (
    refusal: Refusal,
    back: () => Promise<string>,
  ): Promise<AcceptanceReply | TypedResponse<never>> => {
    if (refusal.kind === "gone") throw new Response(null, { status: 404 });
    if (!ofForm.includes(refusal.kind)) return writes.toastAt(context, await back(), refusal);
    const found = await findTo(context, id);
    if (!found) throw new Response(null, { status: 404 });
    return {
      acceptance: { ...(await acceptable.acceptanceOf(context.db, found)), title: found.title },
      result: writes.formAgain(form, acceptanceForm)(refusal),
    };
  };
}
