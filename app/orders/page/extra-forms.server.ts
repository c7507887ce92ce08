import type { AppLoadContext } from "@remix-run/cloudflare";
import * as checkout from "#app/checkout/checkout.server.ts";
import { refusalToPrice } from "#app/checkout/new-order.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { refuse } from "#app/lib/refusal.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { choicesFor, refusalToAdd, refusalToRaise } from "#app/orders/extras/extra.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import { changedSince, extraNotClosed, type Party } from "#app/orders/order.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import type * as orders from "#app/orders/orders.server.ts";
import { checkoutNotice } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import type { NotApplied } from "#app/transitions/apply-after-closing.server.ts";
import * as extras from "#app/transitions/order-extras.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/** The fields of the forms about extras on an order's page. */
export const extraFields = ["extra", "shownPrice"];

/** The intents of these forms, and who may send them. */
const intents = { "add-extra": "buyer", "decline-extra": "buyer", "withdraw-extra": "seller" } as const;
export type ExtraIntent = keyof typeof intents;

export function isExtraIntent(intent: unknown): intent is ExtraIntent {
  return typeof intent === "string" && Object.hasOwn(intents, intent);
}

/**
 * A party's button about an extra of a running order (docs/specification.md#added-extras).
 * @param path the order's page @throws Refusal
 */
export async function extraAction(
  context: AppLoadContext,
  order: orders.Order,
  party: Party,
  intent: ExtraIntent,
  { fields }: SentForm,
  path: string,
) {
  const by = intents[intent];
  if (party !== by) refuse("refused", `Only the ${by} can do this`);
  const refusal = refusalToAdd(order);
  if (refusal) refuse("refused", refusal);
  const id = String(fields.get("extra") ?? "");
  if (intent === "add-extra")
    return await pay(context, order, id, String(fields.get("shownPrice") ?? ""), path);
  const viewer = writes.viewer(context);
  const extra = await findOffered(context, order, id);
  // Pressed twice, or the other party came first: the page shows how it is now.
  if (!extra) return seeOther(path);
  await writes.allow(context, "transition");
  const kind = intent === "decline-extra" ? "extra_declined" : "extra_withdrawn";
  const result = await extras.refuse(context, order, kind, extra, viewer, Date.now() + checkout.maxWait);
  if (result !== "refused") refuseAs(result, order);
  context.sendMails();
  return writes.done(context, intent === "decline-extra" ? "Extra declined" : "Extra withdrawn", path);
}

async function findOffered({ db }: AppLoadContext, { id: orderId }: orders.Order, id: string) {
  const list = await orderExtras.list(db, orderId);
  return list.find((extra) => extra.id === id && extra.state === "offered") ?? null;
}

/** Opens the card page of an extra. @param id of the extra that the seller offers, or of one of the gig's */
async function pay(context: AppLoadContext, order: orders.Order, id: string, shown: string, path: string) {
  const viewer = writes.viewer(context);
  const choice = await findChoice(context, order, id);
  if (await payments.hasMismatch(context.db, order)) refuse("stale", paymentExamined);
  const { priceCents } = choice.offered ?? choice.ofGig;
  const refusal =
    refusalToPrice(priceCents, /^\d{1,9}$/.test(shown) ? Number(shown) : undefined) ??
    refusalToRaise(order, priceCents);
  if (refusal) refuse("stale", refusal);
  const email = await writes.verified(context, viewer, "order");
  await writes.allow(context, "payment");
  const until = Date.now() + checkout.maxWait;
  const chosen = await extras.choose(context, order, choice, viewer, until);
  if (typeof chosen === "string") refuseAs(chosen, order);
  const payment = await checkout.open(context, chosen, email, context.origin, until);
  if ("url" in payment) return seeCardPage(payment.url);
  if ("nothingDue" in payment) refuse("stale", changedSince(order.status));
  const notice = checkoutNotice(payment);
  if (notice) toast(context, notice.kind, notice.text);
  return seeOther(path);
}

const paymentExamined = "We are looking into a payment for this order. Please try again once that is settled";

async function findChoice(context: AppLoadContext, order: orders.Order, id: string) {
  const offered = await findOffered(context, order, id);
  if (offered) return { offered };
  const details = await orderDetails.find(context.db, order.id);
  const ofGig =
    details && choicesFor(order, { sellerId: order.sellerId, ...details.gig }).find((one) => one.id === id);
  return ofGig ? { ofGig } : refuse("stale", "This extra is no longer offered, so nothing was charged");
}

/** @throws Refusal */
function refuseAs(result: NotApplied, { status }: orders.Order): never {
  if (result === "changed") refuse("stale", changedSince(status));
  refuse("failed", extraNotClosed[result]);
}
