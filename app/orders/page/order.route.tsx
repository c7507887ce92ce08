import type {
  ActionFunctionArgs,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { findDraft } from "#app/drafts/drafts.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { date, time } from "#app/lib/dates.ts";
import { mainRead } from "#app/lib/reads.ts";
import { leadTo } from "#app/lib/replies.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import { canPay, orderPath, partyOf, shortId } from "#app/orders/order.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import { orderAction } from "#app/orders/page/order-forms.server.ts";
import { OrderScreen } from "#app/orders/page/order-screen.tsx";
import { orderView, type TransitionReply } from "#app/orders/page/order-view.ts";
import { transitionDraft } from "#app/orders/page/transition-draft.ts";
import { requestedTransition } from "#app/orders/transitions.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refundCalls from "#app/payments/refund-calls.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { OrderReview } from "#app/reviews/order-review.tsx";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import signedInStyles from "#app/styles/signed-in.css?url";
import { useRevalidateOnReturn } from "#app/ui/use-revalidate-on-return.ts";

/** The files of a delivery may have 24 MB together; the rest is for the form around them. */
export const handle: PageHandle = { scripts: "now", uploads: 25 };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: signedInStyles }];
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Order ${shortId(data.order.id)}` : "Order", noindex: true });

/** Also after a refused transition, so that the page shows the order as it is now. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

/**
 * For the two parties. Others, and any unknown id, are redirected to /orders
 * (docs/specification.md#order-permissions).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const { db, log, clock } = context;
  const url = new URL(request.url);
  const viewer = requireViewer(
    context,
    "You must be logged in to view your orders",
    orderPath(id) + url.search,
  );
  const read = () =>
    Promise.all([orderDetails.find(db, id), orderFiles.list(db, id), profiles.timeZoneOf(db, viewer.id)]);
  const [details, files, timeZone] = await mainRead(read, "Something went wrong", log);
  const party = details && partyOf(details.order, viewer.id);
  if (!details || !party) throw leadTo("/orders");
  const { order } = details;
  const [refund, unappliedPayments] = await Promise.all([
    order.refundedCashCents > 0 ? refundCalls.findLatest(db, id) : null,
    party === "buyer" ? payments.listNotTaken(db, id) : [],
  ]);
  const saved = await findDraft(context, url.searchParams);
  const draft = transitionDraft(saved);
  const draftTransition = draft && requestedTransition(draft.intent, order.hold);
  const review = await orderReviews.forParty(context, order, viewer.id, saved);
  const mayReview = review !== null && review.writeUntil !== null;
  const view = orderView({ ...details, files, unappliedPayments }, party, clock.now(), timeZone, mayReview);
  return {
    ...view,
    review,
    payable: canPay(order, viewer.id) && !view.isUnderReview ? { gigId: order.gigId } : null,
    hasRefundFailed: refund?.state === "failed",
    boughtAt:
      url.searchParams.has("again") && order.paidAt !== null
        ? boughtAt(order.paidAt, clock.now(), timeZone)
        : null,
    // The gig's page finds what was typed into the form.
    draftId: saved?.requirements ? url.searchParams.get("draft") : null,
    draft:
      draft && draftTransition
        ? ({ transition: draftTransition, errors: {}, typed: draft.typed } satisfies TransitionReply)
        : null,
  };
}

export const action = (args: ActionFunctionArgs) => orderAction(args);

/** `at 10:14`, or with the day if that is not today. @param paidAt UTC ms @param at UTC ms */
function boughtAt(paidAt: number, at: number, timeZone: string | null): string {
  const day = date(paidAt, timeZone);
  const isToday = day === date(at, timeZone);
  return `${isToday ? "" : `on ${day} `}at ${time(paidAt, timeZone)}`;
}

export default function OrderPage() {
  const { draft, ...loaded } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const reviewReply = reply && "review" in reply ? reply.review : null;
  const transitionReply = reply && "refusal" in reply ? reply : null;
  useRevalidateOnReturn();
  return (
    <OrderScreen
      {...loaded}
      refusal={transitionReply?.refusal ?? null}
      reply={transitionReply?.reply ?? draft}
      review={<OrderReview review={loaded.review} answer={reviewReply} />}
    />
  );
}
