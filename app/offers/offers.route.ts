import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { readForm } from "#app/lib/forms.ts";
import { answerFields, answerOffer } from "#app/offers/page/answer-offer.server.ts";

/** `POST /offers`: the seller withdraws an offer, or the buyer declines it (docs/specification.md#offers). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, answerFields);
  const intent = form.fields.get("intent");
  if (intent !== "withdraw" && intent !== "decline") throw data("Unknown intent", { status: 400 });
  return await answerOffer(context, form, intent);
}

export function loader() {
  throw new Response(null, { status: 404 });
}
