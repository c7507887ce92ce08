import type { AppLoadContext } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import * as checkout from "#app/checkout/checkout.server.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse, refuseIf } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { pickFields, typedFields } from "#app/lib/typed-fields.ts";
import { extraForm, typedOfExtra } from "#app/orders/extras/extra.form.ts";
import { type OrderExtra, refusalToAdd, refusalToRaise } from "#app/orders/extras/extra.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import { changedSince, extraNotClosed, notAParty, partyOf } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as extras from "#app/transitions/order-extras.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/** All fields of the form, besides `intent`. */
export const offerExtraFields = ["order", "version", ...typedOfExtra] as const;

/** The form again. `version`: of the order, as it is now. */
export type ExtraReply = {
  extraOf: { id: string; version: number; title: string };
  typed: Record<string, string>;
  refusal: string | null;
  errors: Record<string, string[] | undefined>;
};

const failed = {
  event: "extra not offered",
  sentence: "Your extra was not offered. What you typed is still here. Please try again.",
};

/**
 * POST /offers with `intent=offer-extra` (docs/specification.md#added-extras): the seller offers an extra for
 * a running order.
 * @throws Response 403 for a user who is not a party
 */
export async function offerExtraAction(context: AppLoadContext, form: SentForm) {
  const { viewer, db } = context;
  const id = form.text("order");
  const typed = pickFields(typedFields(form.fields, typedOfExtra), typedOfExtra);
  const order = viewer && (await orders.find(db, id));
  const party = order && partyOf(order, viewer.id);
  if (viewer && !party) throw data(notAParty, { status: 403 });
  const again = ({ sentence, errors }: Refusal): ExtraReply => ({
    extraOf: { id, version: order?.version ?? 0, title: order?.title ?? "" },
    ...{ typed, refusal: sentence, errors },
  });
  const path = href("/orders/:id", { id });
  const park = { typed: { ...typed, intent: "offer-extra" }, longest: {} };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const user = writes.viewer(context);
    if (!order || party !== "seller") refuse("refused", "Only the seller can offer an extra");
    const extra = writes.parse(form, extraForm);
    refuseIf("refused", refusalToAdd(order) ?? refusalToRaise(order, extra.priceCents));
    if (Number(form.fields.get("version") ?? order.version) !== order.version) {
      // Sent twice, the same extra is offered once.
      const isThere = (await orderExtras.list(db, id)).some((one) => isSame(one, extra));
      return isThere ? seeOther(path) : refuse("stale", changedSince(order.status));
    }
    await writes.allow(context, "transition");
    const result = await extras.offer(context, order, extra, user, Date.now() + checkout.maxWait);
    if (result === "changed") refuse("stale", changedSince(order.status));
    if (result !== "offered") refuse("failed", extraNotClosed[result]);
    context.sendMails();
    return writes.done(context, "Extra offered", `${path}#extras`);
  });
}

function isSame(one: OrderExtra, extra: { title: string; priceCents: number; days: number }) {
  return (
    one.state === "offered" &&
    one.title === extra.title &&
    one.priceCents === extra.priceCents &&
    one.days === extra.days
  );
}
