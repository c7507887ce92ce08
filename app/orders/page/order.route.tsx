import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import { useFreshPage } from "#app/conversations/live/live.tsx";
import { moment } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";
import { pickFields } from "#app/lib/typed-fields.ts";
import { typedOfExtra } from "#app/orders/extras/extra.form.ts";
import { refusalToAdd } from "#app/orders/extras/extra.ts";
import * as extras from "#app/orders/extras/order-extras.server.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import { canPay, partyOf, shortId } from "#app/orders/order.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import stylesheet from "#app/orders/orders.css?url";
import * as orders from "#app/orders/orders.server.ts";
import { ConfirmScreen } from "#app/orders/page/confirm-screen.tsx";
import { orderAction } from "#app/orders/page/order-forms.server.ts";
import { OrderScreen } from "#app/orders/page/order-screen.tsx";
import { orderView, type TransitionReply, whatChangedSince } from "#app/orders/page/order-view.ts";
import { transitionDraft } from "#app/orders/page/transition-draft.ts";
import { asksOnce } from "#app/orders/page/transition-labels.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { requestedTransition } from "#app/orders/transitions.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { OrderReview } from "#app/reviews/order-review.tsx";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { useReply } from "#app/ui/use-reply.ts";

/** The files of a delivery may total 24 MB. The rest is for the form around them. */
export const handle: PageHandle = { stylesheet, scripts: "now", uploads: 25 };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Order ${shortId(data.order.id)}` : "Order", noindex: true });

/** Also revalidates after a refused transition, so that the page shows the order's current state. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

/**
 * Open to the two parties. Others, and any unknown id, are redirected to /orders
 * (docs/specification.md#order-permissions).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const { db, log, clock } = context;
  const url = new URL(request.url);
  const viewer = requireViewer(
    context,
    "You must be logged in to view your orders",
    href("/orders/:id", { id }) + url.search,
  );
  const read = async () => {
    const [details, files, timeZone, saved] = await Promise.all([
      orderDetails.find(db, id),
      orderFiles.list(db, id),
      profiles.timeZoneOf(db, viewer.id),
      findParked(context, url.searchParams),
    ]);
    const party = details && partyOf(details.order, viewer.id);
    if (!details || !party) throw redirect("/orders");
    const { order } = details;
    const [hasRefundFailed, unappliedPayments, orderExtras, isSellerAway, isBlocked] = await Promise.all([
      order.refundedCashCents > 0 ? refundCalls.hasFailed(db, order) : false,
      party === "buyer" ? payments.listNotTaken(db, id) : [],
      refusalToAdd(order) === null ? extras.list(db, id) : [],
      canPay(order, viewer.id) ? orders.hasSuspended(db, order) : false,
      conversations.isBlockedBetween(db, order.buyerId, order.sellerId),
    ]);
    const record = { ...details, files, unappliedPayments, orderExtras, isSellerAway };
    return { record, party, timeZone, saved, hasRefundFailed, isBlocked };
  };
  const { record, party, timeZone, saved, hasRefundFailed, isBlocked } = await mainRead(
    read,
    "Something went wrong",
    log,
  );
  const { order } = record;
  const draft = transitionDraft(saved);
  const draftTransition = draft && requestedTransition(draft.intent, order.hold);
  /** What the seller typed into the form of an extra before they signed in. */
  const typedExtra = saved?.intent === "offer-extra" ? pickFields(saved, typedOfExtra) : null;
  const review = await orderReviews.forParty(context, order, viewer.id, saved);
  const mayReview = review !== null && review.writeUntil !== null;
  const view = orderView(record, party, clock.now(), timeZone, mayReview);
  const asked = requestedTransition(url.searchParams.get("confirm"), order.hold);
  const confirmed = asked !== null && asksOnce(asked) ? asked : null;
  const wanted = confirmed ?? draftTransition;
  const seen = Number(url.searchParams.get("version") ?? order.version);
  const changed =
    confirmed !== null && seen < order.version
      ? whatChangedSince(record, seen, confirmed, party, clock.now(), timeZone)
      : null;
  return {
    ...view,
    review,
    isBlocked,
    /** The transition to confirm. */
    confirmed,
    /** Why it, or what was typed before signing in, is not possible. */
    refusal:
      changed ??
      (wanted && refusalToTransition(wanted, order, party, clock.now())) ??
      (typedExtra && refusalToAdd(order)),
    payable: view.mayPay ? { gigId: order.gigId } : null,
    hasRefundFailed,
    typedExtra,
    boughtAt:
      url.searchParams.has("again") && order.paidAt !== null
        ? moment(order.paidAt, clock.now(), timeZone)
        : null,
    // The gig's page looks up the draft of the form.
    draftId: saved?.requirements ? url.searchParams.get("draft") : null,
    draft:
      draft && draftTransition
        ? ({
            transition: draftTransition,
            errors: {},
            typed: draft.typed,
            files: {},
          } satisfies TransitionReply)
        : null,
  };
}

export const action = (args: ActionFunctionArgs) => orderAction(args);

export default function OrderPage() {
  const { draft, confirmed, ...loaded } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const reviewReply = reply && "review" in reply ? reply.review : null;
  const transitionReply = reply && "refusal" in reply ? reply : null;
  const refusal = transitionReply ? transitionReply.refusal : loaded.refusal;
  const formReply = transitionReply?.reply ?? draft;
  useFreshPage((event) => event.type === "order" && event.id === loaded.order.id);
  const asked = formReply && asksOnce(formReply.transition) ? formReply.transition : confirmed;
  const offered = loaded.transitions.find(({ name }) => name === asked);
  return (
    <>
      {offered ? (
        <ConfirmScreen {...{ order: loaded.order, offered, refusal, reply: formReply }} />
      ) : (
        <OrderScreen
          {...loaded}
          refusal={refusal}
          reply={formReply}
          review={<OrderReview review={loaded.review} other={loaded.otherName} answer={reviewReply} />}
        />
      )}
    </>
  );
}
