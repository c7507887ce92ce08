import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { NotFoundScreen } from "#app/layout/error-screens.tsx";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { answerFields, answerOffer } from "#app/offers/page/answer-offer.server.ts";

/** The address takes forms only. */
export function loader() {
  return data(null, { status: 404 });
}

/** `POST /offers`: the seller withdraws an offer, or the buyer declines it (docs/specification.md#offers). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, answerFields);
  const intent = form.fields.get("intent");
  if (intent === "withdraw" || intent === "decline") return await answerOffer(context, form, intent);
  throw data(unreadableForm, { status: 400 });
}

export default function Offers() {
  return <NotFoundScreen />;
}
