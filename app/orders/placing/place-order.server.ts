import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { pathWithDraft } from "#app/drafts/drafts.server.ts";
import { type Gig, gigPackagePath } from "#app/gigs/gig.ts";
import { isVisibleTo, unavailableReason } from "#app/gigs/gig-state.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { packagesOf } from "#app/gigs/package.ts";
import { readForm } from "#app/lib/forms.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";
import { orderPath } from "#app/orders/order.ts";
import type { Order } from "#app/orders/orders.server.ts";
import * as newOrders from "#app/orders/placing/new-orders.server.ts";
import { type OrderForm, orderForm } from "#app/orders/placing/order.form.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import { type Checkout, checkoutNotice } from "#app/payments/payment.ts";

/**
 * What became of a request to buy. `noGig`: there is no such gig or package, or this viewer may not see it.
 */
type Outcome =
  | { result: "noGig" }
  | { result: "signedOut"; gig: Gig }
  | { result: "invalid"; gig: Gig }
  | { result: "refused"; gig: Gig; refusal: string }
  | { result: "placed"; order: Order; payment: Checkout };

/**
 * Buys a package (docs/specification.md#placing-an-order). The order form and create-payment both end here:
 * gig, viewer, form, verified address, order, checkout, in that order. Price, seller and days come from the
 * database, the e-mail address from the account.
 * @param form null if a field is not valid
 */
async function placeOrder(context: AppLoadContext, gigId: unknown, form: OrderForm | null): Promise<Outcome> {
  const { db, viewer, clock, origin } = context;
  const gig = typeof gigId === "string" ? await gigs.find(db, { id: gigId }) : null;
  if (!gig || !isVisibleTo(viewer, gig)) return { result: "noGig" };
  if (!viewer) {
    // Viewers are refused by `place` below: the same form may have placed an order while the gig was on
    // offer.
    const refusal = unavailableReason(gig);
    return refusal ? { result: "refused", gig, refusal } : { result: "signedOut", gig };
  }
  if (!form) return { result: "invalid", gig };
  const account = await accounts.find(db, viewer.id);
  if (!account?.emailVerifiedAt) {
    await accounts.resendVerifyLink(db, viewer.id, clock.now());
    return { result: "refused", gig, refusal: verifyFirstSentence("order") };
  }
  const { gigId: _, token = null, ...chosen } = form;
  const placed = await newOrders.place(db, gig, { ...chosen, token, buyer: viewer }, clock.now());
  if (!placed) return { result: "noGig" };
  if ("refusal" in placed) return { result: "refused", gig, refusal: placed.refusal };
  const payment = await checkout.open(context, placed.order, account.email, origin);
  return { result: "placed", order: placed.order, payment };
}

const signInFirst = "Please sign in to continue with your purchase";

/**
 * Answers `POST /orders`, the order form, with a redirect: to the card page, to the gig's page with a toast,
 * or to /sign-in. All that was typed is kept. 400 with the form again if a field is not valid; 404 if there
 * is no such gig.
 */
export async function orderFormAction({ request, context }: ActionFunctionArgs) {
  const sent = await readForm(request, orderForm);
  const submission = sent.parse(orderForm);
  const { gigId, package: key, requirements } = submission.payload;
  const form = submission.status === "success" ? submission.value : null;
  const outcome = await placeOrder(context, gigId, form);
  if (outcome.result === "noGig") {
    if (sent.refusal) throw data(sent.refusal, { status: 400 });
    return data(
      { missing: { requested: String(gigId ?? ""), requestId: context.requestId } },
      { status: 404 },
    );
  }
  if (outcome.result === "placed") {
    const { order, payment } = outcome;
    if ("url" in payment) return seeCardPage(payment.url);
    const notice = checkoutNotice(payment);
    if (notice) toast(context, notice.kind, notice.text);
    return seeOther(notice ? orderPath(order.id) : boughtBeforePath(order));
  }
  const { gig } = outcome;
  if (outcome.result === "invalid")
    return data(
      { result: submission.reply(), gig: { id: gig.id, title: gig.title, packages: packagesOf(gig) } },
      { status: 400 },
    );
  const typed: TypedFields =
    typeof requirements === "string" && requirements.trim() !== "" ? { requirements } : {};
  const back = await pathWithDraft(context, gigPackagePath(gig, String(key ?? "starter")), typed);
  if (outcome.result === "signedOut") {
    toast(context, "error", signInFirst);
    return seeOther(signInPath(back, signInFirst));
  }
  toast(context, "error", outcome.refusal);
  return seeOther(back);
}

/**
 * Answers `POST /functions/create-payment` (docs/specification.md#create-payment): `{"url"}` of the card
 * page, or `{"error":{"message"}}`.
 */
export async function createPaymentAction({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return jsonError(405, "Only POST is answered here", { Allow: "POST" });
  if (!context.viewer) return jsonError(401, signInFirst);
  const { paymentType, serviceDetails } = objectFrom(await request.json().catch(() => null));
  if (paymentType === "seller_registration")
    return jsonError(400, "Could not process payment: sellers cannot register yet");
  if (paymentType !== "service") return jsonError(400, "Say what is paid: paymentType is service");
  const { gigId, package: key, requirements, shownPrice, token } = objectFrom(serviceDetails);
  const form = orderForm.safeParse({
    gigId,
    token,
    package: key ?? undefined,
    requirements: requirements ?? undefined,
    shownPrice: shownPrice === undefined ? undefined : String(shownPrice),
  });
  if (!form.success) return jsonError(400, form.error.issues[0]?.message ?? "This service cannot be ordered");
  const outcome = await placeOrder(context, form.data.gigId, form.data);
  if (outcome.result === "refused") return jsonError(403, outcome.refusal);
  if (outcome.result !== "placed") return jsonError(404, "Service not found");
  const { order, payment } = outcome;
  if ("url" in payment) return Response.json({ url: payment.url });
  const notice = checkoutNotice(payment);
  if (!notice) return Response.json({ url: `${context.origin}${boughtBeforePath(order)}` });
  return jsonError(notice.kind === "error" ? 502 : 409, notice.text);
}

/** The page of an order that the same form has bought before; it says so. */
function boughtBeforePath({ id }: Order): string {
  return `${orderPath(id)}?again=1`;
}

function jsonError(status: number, message: string, headers: HeadersInit = {}): Response {
  return Response.json({ error: { message } }, { status, headers });
}

function objectFrom(json: unknown): Record<string, unknown> {
  return typeof json === "object" && json !== null ? { ...json } : {};
}
