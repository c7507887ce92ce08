import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import { isVisibleTo } from "#app/gigs/gig-state.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { orderPath } from "#app/orders/order.ts";
import { orderForm } from "#app/orders/placing/order.form.ts";
import { purchase } from "#app/orders/placing/place-order.server.ts";
import { checkoutNotice } from "#app/payments/payment.ts";

export function loader(): Response {
  return refusal(405, "Only POST is answered here", { Allow: "POST" });
}

/**
 * POST /functions/create-payment (docs/specification.md#create-payment.md): `{"paymentType":"service","serviceDetails":{"gigId",…}}` places the order
 * and answers `{"url"}` of its card page. Price, seller, user, e-mail and days are taken from session and database, whatever is sent.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return loader();
  const { db, viewer } = context;
  if (!viewer) return refusal(401, "Please sign in to continue with your purchase");
  const body = objectOf(await request.json().catch(() => null));
  if (body.paymentType === "seller_registration")
    return refusal(400, "Could not process payment: sellers cannot register yet");
  if (body.paymentType !== "service") return refusal(400, "Say what is paid: paymentType is service");
  const { gigId, package: key, requirements, shownPrice, token } = objectOf(body.serviceDetails);
  const asked = orderForm.safeParse({
    gigId,
    token,
    package: key ?? undefined,
    requirements: requirements ?? undefined,
    shownPrice: shownPrice === undefined ? undefined : String(shownPrice),
  });
  if (!asked.success) return refusal(400, asked.error.issues[0]?.message ?? "This service cannot be ordered");
  const gig = await gigs.find(db, { id: asked.data.gigId });
  if (!gig || !isVisibleTo(viewer, gig)) return refusal(404, "Service not found");
  const account = await accounts.find(db, viewer.id);
  if (!account?.emailVerifiedAt) {
    await accounts.resendVerifyLink(db, viewer.id, context.clock.now());
    return refusal(403, verifyFirstSentence("order"));
  }
  const { gigId: _, token: formToken = null, ...chosen } = asked.data;
  const bought = await purchase(context, gig, { ...chosen, token: formToken, buyer: viewer }, account.email);
  if (!bought) return refusal(404, "Service not found");
  if ("refusal" in bought) return refusal(403, bought.refusal);
  const { order, payment } = bought;
  if ("url" in payment) return Response.json({ url: payment.url });
  const notice = checkoutNotice(payment);
  if (!notice) return Response.json({ url: `${context.origin}${orderPath(order.id)}?again=1` });
  return notice.kind === "error" ? refusal(502, notice.text) : refusal(409, notice.text);
}

function refusal(status: number, message: string, headers: HeadersInit = {}): Response {
  return Response.json({ error: { message } }, { status, headers });
}

function objectOf(sent: unknown): Record<string, unknown> {
  return typeof sent === "object" && sent !== null ? { ...sent } : {};
}
