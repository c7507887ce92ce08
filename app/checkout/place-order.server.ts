import type { SubmissionResult } from "@conform-to/dom";
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type TypedResponse,
} from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import * as checkout from "#app/checkout/checkout.server.ts";
import {
  type OrderAsked,
  packageWanted,
  type TermsRefusal,
  type Wanted,
} from "#app/checkout/new-orders.server.ts";
import { type OrderForm, orderForm } from "#app/checkout/order.form.ts";
import { orderFormToken } from "#app/checkout/order-form-token.server.ts";
import { placeAfterClosing } from "#app/checkout/place-after-closing.server.ts";
import { gigPackagePath, maxRequirementsLength } from "#app/gigs/gig.ts";
import { isVisibleTo, unavailableReason } from "#app/gigs/gig-state.ts";
import type { Gig } from "#app/gigs/gigs.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { choiceIn, chosenOf, sumId } from "#app/gigs/packages/extras.ts";
import { packageOf, packagesOf } from "#app/gigs/packages/packages-of.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { type Refusal, type RefusalKind, refuse, refuseField } from "#app/lib/refusal.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { costOf } from "#app/limits/limits.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { type ParkedFields, pathWithParked } from "#app/parked/parked.server.ts";
import { bankIsProcessing, type Checkout, checkoutNotice, earlierUnreached } from "#app/payments/payment.ts";
import * as writes from "#app/writes/writes.server.ts";

/** The order that a form placed, and its card page. `bought`: the paid order that the form placed before. */
type Placed = { order: Order; payment: Checkout } | { bought: Order };

export const signInFirst = "Please sign in to continue with your purchase";

/** The buyer's error message if there is no better one (docs/specification.md#wordings). */
export const failed = { event: "order not placed", sentence: "Payment processing failed" };

/**
 * Buys a package (docs/specification.md#placing-an-order), for the order form and for create-payment. The
 * order of steps is: viewer, form, verified address, order, checkout. Price, seller and days come from the
 * database, the email address from the account.
 * @param parse parses the form; may throw a Refusal
 * @throws Refusal
 */
export async function placeOrder(context: AppLoadContext, gig: Gig, parse: () => OrderForm): Promise<Placed> {
  const unavailable = context.viewer ? null : unavailableReason(gig);
  // Visitors only. For viewers `place` decides: the form may have placed an order while the gig was for sale.
  if (unavailable) refuse("refused", unavailable);
  const viewer = writes.viewer(context, signInFirst);
  const { gigId: _, token = null, extra: extras, ...chosen } = parse();
  const asked = { ...chosen, extras, token, buyer: viewer };
  return await placeWanted(context, viewer, packageWanted(context.db, gig, asked), asked);
}

/** Places an order of what is wanted, and opens its card page. @throws Refusal */
export async function placeWanted(
  context: AppLoadContext,
  viewer: Viewer,
  wanted: Wanted,
  asked: OrderAsked,
): Promise<Placed> {
  const cost = costOf(asked.requirements);
  const email = await writes.allowVerified(context, viewer, "order", "order", cost);
  const until = Date.now() + checkout.maxWait;
  const placed = await placeAfterClosing(context, wanted, asked, until);
  if (!placed) refuse("gone", noGig);
  if ("refusal" in placed) refuseTerms(placed);
  if ("bought" in placed) return placed;
  if ("waitsFor" in placed) {
    if (placed.waitsFor === "bank") refuse("stale", bankIsProcessing);
    refuse("unreachable", earlierUnreached(context.requestId));
  }
  return {
    order: placed.order,
    payment: await checkout.open(context, placed.order, email, context.origin, until),
  };
}

/** @throws Refusal always: at the field of the choice, if another one can be ordered */
function refuseTerms({ refusal, field }: TermsRefusal): never {
  if (field) refuseField(field, refusal);
  refuse("refused", refusal);
}

export const noGig = "Service not found";

/** @returns null if there is no such gig, or the viewer may not see it */
export async function findGig({ db, viewer }: AppLoadContext, id: unknown): Promise<Gig | null> {
  const gig = typeof id === "string" ? await gigs.find(db, { id }) : null;
  return gig && isVisibleTo(viewer, gig) ? gig : null;
}

/**
 * Answers `POST /orders`, the order form, with a redirect: to the card page, to the gig's page with a toast,
 * or to /sign-in. Everything typed is kept. 400 with the form again if a field is not valid, 503 if the
 * database fails; 404 if there is no such gig.
 */
export async function orderFormAction({ request, context }: ActionFunctionArgs, form: SentForm) {
  orderColumn(request, form.fields);
  const id = form.fields.get("gigId");
  const park = {
    typed: typedFields(form.fields, ["requirements"]),
    longest: { requirements: maxRequirementsLength },
  };
  const read = await sectionRead(
    async () => ({ gig: await findGig(context, id) }),
    "gig to order",
    context.log,
  );
  if (!read) {
    toast(context, "error", failed.sentence);
    return seeOther(
      await pathWithParked(context, href("/services/:id", { id: String(id) }), form.fields, park),
    );
  }
  const missing = { requested: String(id ?? ""), requestId: context.requestId };
  if (!read.gig && form.refusal) throw data(form.refusal, { status: 400 });
  if (!read.gig) return data({ missing }, { status: 404 });
  const { gig } = read;
  const path = gigPackagePath(gig, String(form.fields.get("package") ?? "starter"), choiceIn(form.fields));
  const again = againWith(context, form, gig, missing);
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    if (form.fields.get("intent") === "update") {
      requireChoice(gig, writes.parse(form, orderForm));
      return seeOther(`${await pathWithParked(context, path, form.fields, park)}#${sumId}`);
    }
    const placed = await placeOrder(context, gig, () => writes.parse(form, orderForm));
    return await continueToOrder(context, placed, form.fields, park);
  });
}

/**
 * A button of the compare table orders the package of its column alone: not the package and extras that are
 * chosen in the order box.
 */
function orderColumn(request: Request, fields: FormData): void {
  const column = new URL(request.url).searchParams.get("package");
  if (column === null) return;
  fields.set("package", column);
  fields.delete("extra");
  fields.delete("quantity");
}

/** @throws Refusal if this cannot be ordered */
function requireChoice(gig: Gig, { package: key, extra: extras, quantity }: OrderForm): void {
  const offered = packageOf(gig, key) ?? refuse("gone", noGig);
  const chosen = chosenOf(offered, gig.extras, { extras, quantity });
  if ("refusal" in chosen) refuseTerms(chosen);
}

/** Redirects the buyer to the card page of a placed order, or to the order, with what was typed. */
export async function continueToOrder(
  context: AppLoadContext,
  placed: Placed,
  fields: FormData,
  park: ParkedFields,
) {
  if (!("bought" in placed)) return continueToPayment(context, placed.order, placed.payment);
  return seeOther(await pathWithParked(context, boughtBeforePath(placed.bought), fields, park));
}

type Missing = { requested: string; requestId: string };

/** The reply of /orders after a refusal: the form again, or that there is no such gig. */
type OrderReply = { missing: Missing } | { result: SubmissionResult<string[]>; gig: RetriedGig };

/** These refusals are not errors of the form: the gig's page shows their sentence. */
const toasted: RefusalKind[] = ["unverified", "refused", "stale", "unreachable"];

function againWith(context: AppLoadContext, form: SentForm, gig: Gig, missing: Missing) {
  return async (
    refusal: Refusal,
    back: () => Promise<string>,
  ): Promise<OrderReply | TypedResponse<never>> => {
    if (refusal.kind === "gone") return { missing };
    if (!context.viewer && refusal.kind === "invalid") {
      // Only "Update the price": a visitor has no page of /orders, and the gig's page keeps the choice.
      toast(context, "error", refusal.first);
      return seeOther(await back());
    }
    if (toasted.includes(refusal.kind)) return writes.toastAt(context, await back(), refusal);
    const shown = refusal.kind === "failed" ? retriedGig(gig, 0) : await retriedGigOf(context, gig);
    return { result: writes.formAgain(form, orderForm)(refusal), gig: shown };
  };
}

function continueToPayment(context: AppLoadContext, order: Order, payment: Checkout) {
  if ("url" in payment) return seeCardPage(payment.url);
  const notice = checkoutNotice(payment);
  if (notice) toast(context, notice.kind, notice.text);
  return seeOther(notice ? href("/orders/:id", { id: order.id }) : boughtBeforePath(order));
}

type RetriedGig = ReturnType<typeof retriedGig>;

/** What an order form that is shown again needs of its gig. @param creditCents what the viewer can use */
function retriedGig(gig: Gig, creditCents: number) {
  return { id: gig.id, title: gig.title, packages: packagesOf(gig), extras: gig.extras, creditCents };
}

async function retriedGigOf({ db, viewer }: AppLoadContext, gig: Gig): Promise<RetriedGig> {
  const form = viewer && (await orderFormToken(db, viewer.id, gig.id));
  return retriedGig(gig, form?.creditCents ?? 0);
}

/** The page of an order that the same form has already bought; the page says so. */
export function boughtBeforePath({ id }: Order): string {
  return `${href("/orders/:id", { id })}?again=1`;
}
