import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { costOf } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { pathWithDraft } from "#app/drafts/drafts.server.ts";
import { type Gig, gigPackagePath } from "#app/gigs/gig.ts";
import { isVisibleTo, unavailableReason } from "#app/gigs/gig-state.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { packagesOf } from "#app/gigs/packages/packages-of.ts";
import { creditSentence } from "#app/ledger/credit.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { orderPath } from "#app/orders/order.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { longestRequirements, type OrderForm, orderForm } from "#app/orders/placing/order.form.ts";
import { orderFormToken } from "#app/orders/placing/order-form-token.server.ts";
import { placeAfterClosing } from "#app/orders/placing/place-after-closing.server.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import { createRegistrationPayment } from "#app/payments/checkout/pay-registration.server.ts";
import { bankIsProcessing, type Checkout, checkoutNotice, earlierUnreached } from "#app/payments/payment.ts";

/**
 * What became of a request to buy. `noGig`: there is no such gig or package, or this viewer may not see it.
 * `failed`: the database failed; the same form, sent again, places the order once. Its gig is null if even
 * that could not be read.
 * `bought`: the form has led to this paid order before.
 */
type Outcome =
  | { result: "noGig" }
  | { result: "failed"; gig: Gig | null }
  | { result: "signedOut"; gig: Gig }
  | { result: "invalid"; gig: Gig }
  | { result: "unverified"; gig: Gig; back: string }
  | { result: "refused"; gig: Gig; refusal: string; status: 403 | 409 | 502 }
  | { result: "bought"; order: Order }
  | { result: "over"; gig: Gig; over: allowances.Over }
  | { result: "placed"; order: Order; payment: Checkout };

/**
 * Buys a package (docs/specification.md#placing-an-order). The order form and create-payment both end here:
 * gig, viewer, form, verified address, order, checkout, in that order. Price, seller and days come from the
 * database, the email address from the account.
 * @param form null if a field is not valid
 * @param findBack the path where the buyer goes on with this order
 */
async function placeOrder(
  context: AppLoadContext,
  gigId: unknown,
  form: OrderForm | null,
  findBack: FindBack,
): Promise<Outcome> {
  let gig: Gig | null = null;
  try {
    gig = typeof gigId === "string" ? await gigs.find(context.db, { id: gigId }) : null;
    if (!gig || !isVisibleTo(context.viewer, gig)) return { result: "noGig" };
    return await placeOrderOf(context, gig, form, findBack);
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("error", "order not placed", { gig: gig?.id, error: errorStack(error) });
    return { result: "failed", gig };
  }
}

type FindBack = (gig: Gig) => Promise<string>;

/** What the buyer reads if there is nothing better to say (docs/specification.md#wordings). */
const failedSentence = "Payment processing failed";

async function placeOrderOf(
  context: AppLoadContext,
  gig: Gig,
  form: OrderForm | null,
  findBack: FindBack,
): Promise<Outcome> {
  const { db, viewer, clock, origin } = context;
  if (!viewer) {
    // Viewers are refused by `place` below: the same form may have placed an order while the gig was on
    // offer.
    const refusal = unavailableReason(gig);
    return refusal ? { result: "refused", gig, refusal, status: 403 } : { result: "signedOut", gig };
  }
  if (!form) return { result: "invalid", gig };
  const [over, account] = await Promise.all([
    allowances.ask(context, "order", costOf(form.requirements ?? "")),
    accounts.find(db, viewer.id),
  ]);
  if (over) return { result: "over", gig, over };
  if (!account?.emailVerifiedAt) {
    const back = await findBack(gig);
    await accounts.resendVerifyLink(db, viewer.id, clock.now(), back);
    return { result: "unverified", gig, back };
  }
  const { gigId: _, token = null, ...chosen } = form;
  const until = Date.now() + checkout.longestWait;
  const placed = await placeAfterClosing(context, gig, { ...chosen, token, buyer: viewer }, until);
  if (!placed) return { result: "noGig" };
  if ("refusal" in placed) return { result: "refused", gig, refusal: placed.refusal, status: 403 };
  if ("bought" in placed) return { result: "bought", order: placed.bought };
  if ("waitsFor" in placed)
    return placed.waitsFor === "bank"
      ? { result: "refused", gig, refusal: bankIsProcessing, status: 409 }
      : { result: "refused", gig, refusal: earlierUnreached(context.requestId), status: 502 };
  const payment = await checkout.open(context, placed.order, account.email, origin, until);
  return { result: "placed", order: placed.order, payment };
}

const signInFirst = "Please sign in to continue with your purchase";

/**
 * Answers `POST /orders`, the order form, with a redirect: to the card page, to the gig's page with a toast,
 * or to /sign-in. All that was typed is kept. 400 with the form again if a field is not valid, 503 if the
 * database fails; 404 if there is no such gig.
 */
export async function orderFormAction({ request, context }: ActionFunctionArgs) {
  const sent = await readForm(request, orderForm);
  const submission = sent.parse(orderForm);
  const { gigId, package: key } = submission.payload;
  const form = submission.status === "success" ? submission.value : null;
  const typed = {
    sent: sent.fields,
    typed: typedFields(sent.fields, (name) => name === "requirements"),
    longest: { requirements: longestRequirements },
  };
  const findBack = (gig: Gig) => pathWithDraft(context, gigPackagePath(gig, String(key ?? "starter")), typed);
  const outcome = await placeOrder(context, gigId, form, findBack);
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
  const formAgain = (gig: RetriedGig, result: SubmissionResult<string[]>, status: number) =>
    data({ result, gig }, { status });
  if (outcome.result === "bought")
    return seeOther(await pathWithDraft(context, boughtBeforePath(outcome.order), typed));
  if (outcome.result === "failed") {
    if (outcome.gig)
      return formAgain(retriedGig(outcome.gig, 0), submission.reply({ formErrors: [failedSentence] }), 503);
    toast(context, "error", failedSentence);
    return seeOther(await pathWithDraft(context, `/services/${encodeURIComponent(String(gigId))}`, typed));
  }
  const { gig } = outcome;
  if (outcome.result === "invalid")
    return formAgain(await retriedGigOf(context, gig), submission.reply(), 400);
  if (outcome.result === "over") {
    const { sentence, wait } = outcome.over;
    const refused = submission.reply({ formErrors: [sentence] });
    return tooManyTries({ result: refused, gig: await retriedGigOf(context, gig) }, wait);
  }
  if (outcome.result === "unverified") {
    toast(context, "error", verifyFirstSentence("order"));
    return seeOther(outcome.back);
  }
  const back = await findBack(gig);
  if (outcome.result === "signedOut") {
    toast(context, "error", signInFirst);
    return seeOther(signInPath(back, signInFirst));
  }
  toast(context, "error", outcome.refusal);
  return seeOther(back);
}

type RetriedGig = ReturnType<typeof retriedGig>;

/** What the order form shows of its gig when it is shown again. @param creditCents what the viewer can use */
function retriedGig(gig: Gig, creditCents: number) {
  const packages = packagesOf(gig);
  const credits = packages.map(({ priceCents }) => creditSentence(priceCents, creditCents));
  return { id: gig.id, title: gig.title, packages, credits };
}

async function retriedGigOf({ db, viewer }: AppLoadContext, gig: Gig): Promise<RetriedGig> {
  const form = viewer && (await orderFormToken(db, viewer.id, gig.id));
  return retriedGig(gig, form?.creditCents ?? 0);
}

/**
 * Answers `POST /functions/create-payment` (docs/specification.md#create-payment): `{"url"}` of the card
 * page, or `{"error":{"message"}}`.
 */
export async function createPaymentAction({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return jsonError(405, "Only POST is allowed here", { Allow: "POST" });
  if (!context.viewer) return jsonError(401, signInFirst);
  const { paymentType, serviceDetails } = objectFrom(await request.json().catch(() => null));
  if (paymentType === "seller_registration") {
    const answer = await createRegistrationPayment(context, context.viewer);
    if ("url" in answer) return Response.json({ url: answer.url });
    const { status, message, retryAfter } = answer.refusal;
    return jsonError(status, message, retryAfter ? { "Retry-After": String(retryAfter) } : {});
  }
  if (paymentType !== "service") return jsonError(400, "paymentType must be service or seller_registration");
  const { gigId, package: key, requirements, shownPrice, token } = objectFrom(serviceDetails);
  const form = orderForm.safeParse({
    gigId,
    token,
    package: key ?? undefined,
    requirements: requirements ?? undefined,
    shownPrice: shownPrice === undefined ? undefined : String(shownPrice),
  });
  if (!form.success) return jsonError(400, form.error.issues[0]?.message ?? "This service cannot be ordered");
  const outcome = await placeOrder(context, form.data.gigId, form.data, async (gig) =>
    gigPackagePath(gig, form.data.package),
  );
  if (outcome.result === "failed") return jsonError(503, failedSentence);
  if (outcome.result === "unverified") return jsonError(403, verifyFirstSentence("order"));
  if (outcome.result === "refused") return jsonError(outcome.status, outcome.refusal);
  if (outcome.result === "over") {
    const { sentence, wait } = outcome.over;
    return jsonError(429, sentence, { "Retry-After": String(wait) });
  }
  if (outcome.result === "bought")
    return Response.json({ url: `${context.origin}${boughtBeforePath(outcome.order)}` });
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
