import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { orderForm } from "#app/checkout/order.form.ts";
import { createRegistrationPayment } from "#app/checkout/pay-registration.server.ts";
import {
  boughtBeforePath,
  failed,
  findGig,
  noGig,
  placeOrder,
  signInFirst,
} from "#app/checkout/place-order.server.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { checkoutNotice } from "#app/payments/payment.ts";
import * as writes from "#app/writes/writes.server.ts";

/** A program may only POST here. */
export function loader(): Response {
  const error = { message: "Only POST is allowed here" };
  return Response.json({ error }, { status: 405, headers: { Allow: "POST" } });
}

/**
 * Answers `POST /functions/create-payment` (docs/specification.md#create-payment): `{"url"}` of the card
 * page, or `{"error":{"message"}}`.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return loader();
  const { paymentType, serviceDetails } = objectFrom(await request.json().catch(() => null));
  const details = objectFrom(serviceDetails);
  const body = ({ first: message }: Refusal) => ({ error: { message } });
  // Unlike a form, JSON can contain a lone surrogate, which no URL can.
  const path = href("/services/:id", { id: String(details.gigId).toWellFormed() });
  return await writes.call(context, { refusal: null }, { path, body, failed }, async () => {
    const viewer = writes.viewer(context, signInFirst);
    if (paymentType === "seller_registration") {
      await writes.allow(context, "application");
      return { url: await createRegistrationPayment(context, viewer) };
    }
    if (paymentType !== "service") refuse("invalid", "paymentType must be service or seller_registration");
    return { url: await payForService(context, details) };
  });
}

/** @returns the address of the card page, or of the order if nothing is due @throws Refusal */
async function payForService(context: AppLoadContext, details: Record<string, unknown>): Promise<string> {
  const { gigId, package: key, extras, quantity, requirements, shownPrice, token } = details;
  const form = orderForm.safeParse({
    gigId,
    token,
    package: key ?? undefined,
    extra: extras ?? undefined,
    quantity: quantity === undefined || quantity === null ? undefined : String(quantity),
    requirements: requirements ?? undefined,
    shownPrice: shownPrice === undefined ? undefined : String(shownPrice),
  });
  if (!form.success) refuse("invalid", form.error.issues[0]?.message ?? "This service cannot be ordered");
  const gig = (await findGig(context, form.data.gigId)) ?? refuse("gone", noGig);
  const placed = await placeOrder(context, gig, () => form.data);
  if ("bought" in placed) return `${context.origin}${boughtBeforePath(placed.bought)}`;
  if ("url" in placed.payment) return placed.payment.url;
  const notice = checkoutNotice(placed.payment);
  if (notice) refuse(notice.kind === "error" ? "unreachable" : "stale", notice.text);
  return `${context.origin}${boughtBeforePath(placed.order)}`;
}

function objectFrom(json: unknown): Record<string, unknown> {
  return typeof json === "object" && json !== null ? { ...json } : {};
}
