import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import desk from "#app/desk.css?url";
import { pageMeta } from "#app/layout/meta.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as notifications from "#app/notifications/notifications.server.ts";
import { moveMeant, moveOf, movesFor, refusalToMove } from "#app/orders/moves.ts";
import { nextStep } from "#app/orders/next.ts";
import { canPay, changedMeanwhile, notAParty, orderPath, partyOf, shortId } from "#app/orders/order.ts";
import { OrderScreen } from "#app/orders/order-screen.tsx";
import * as orders from "#app/orders/orders.server.ts";
import * as parties from "#app/orders/parties.server.ts";
import * as checkout from "#app/payments/checkout.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as orderMoves from "#app/payments/order-moves.server.ts";
import { noticeOf } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import { OrderReview } from "#app/reviews/order-review.tsx";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";
import { isReviewIntent, reviewAction } from "#app/reviews/review-action.server.ts";
import { reviewDraftPath } from "#app/reviews/review-draft.ts";

export const handle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Order ${shortId(data.order.id)}` : "Order", noindex: true });

/** Only the buyer or the seller may view an order; others, and any unknown id, lead to /orders (spec.md section 6). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const { search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, "You must be logged in to view your orders", orderPath(id) + search);
  const found = await mainRead(() => parties.find(context.db, id), "Something went wrong", context.log);
  const party = found && partyOf(found.order, viewer.id);
  if (!found || !party) throw redirect("/orders");
  const { order, gig, buyer, seller, events } = found;
  const refund = order.status === "cancelled" ? await moneyCalls.findRefund(context.db, id) : null;
  return {
    party,
    review: await orderReviews.forParty(context, order, viewer.id, searchParams),
    order: {
      id,
      status: order.status,
      paymentStatus: order.paymentStatus,
      title: order.title,
      packageId: order.packageId,
      packageTitle: order.packageTitle,
      priceCents: order.priceCents,
      deliveryDays: order.deliveryDays,
      deliveryDate: order.deliveryDate,
      revisions: order.revisions,
      requirements: order.requirements,
    },
    gig: { slug: gig.slug, imageUrl: gig.imageUrl },
    other: party === "buyer" ? seller : buyer,
    events: events.map(({ seq, kind, at }) => ({ seq, kind, at })),
    refundFailed: refund?.state === "failed",
    allowed: movesFor(order, party, context.clock.now()),
    payable: canPay(order, viewer.id) && !(await payments.hasMismatch(context.db, id)),
    next: nextStep(
      order,
      party,
      { buyer: displayName(buyer), seller: displayName(seller) },
      context.clock.now(),
    ),
  };
}

/** The specification's three moves and 'Complete Payment' (spec.md section 4). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const form = await readForm(request);
  const viewer = requireViewer(context, "Please sign in to continue", reviewDraftPath(id, form));
  const intent = form.get("intent");
  const order = await orders.find(context.db, id);
  const party = order && partyOf(order, viewer.id);
  if (!order || !party) throw data(notAParty, { status: 403 });
  if (isReviewIntent(intent)) return await reviewAction(context, order, viewer, form, intent);
  if (intent === "pay") return await pay(context, order, viewer.id);
  const name = moveMeant(intent, order.hold);
  if (!name) return data({ refusal: "Something went wrong" }, { status: 400 });

  const refusal = refusalToMove(name, order, party, context.clock.now());
  if (refusal) return data({ refusal }, { status: 403 });
  try {
    if (!(await orderMoves.make(context, order, name, { mover: party, actor: viewer }))) {
      const now = await orders.find(context.db, id);
      return data({ refusal: changedMeanwhile(now?.status ?? order.status) }, { status: 409 });
    }
  } catch (error) {
    context.log("error", "order not updated", { order: id, intent, error: errorStack(error) });
    toast(context, "error", "Failed to update order status");
    return seeOther(orderPath(id));
  }
  context.later(afterMove(context, name === "cancel" && order.paymentStatus !== "paid" ? order.id : null));
  toast(context, "success", `Order status updated to ${moveOf(name).to ?? order.status}`);
  return seeOther(orderPath(id));
}

async function pay(context: ActionFunctionArgs["context"], order: orders.Order, viewerId: string) {
  if (!canPay(order, viewerId))
    return data({ refusal: "There is nothing to pay on this order" }, { status: 403 });
  const account = await accounts.find(context.db, viewerId);
  const payment = await checkout.open(context, order, account?.email ?? "", context.origin);
  if ("url" in payment) return seeOther(payment.url);
  const notice = noticeOf(payment);
  if (notice) toast(context, notice.kind, notice.text);
  return seeOther(orderPath(order.id));
}

/** Money back, mails out, and the card page of an unpaid cancelled order closed; the sweep repeats what fails. */
async function afterMove(context: ActionFunctionArgs["context"], unpaidOrder: string | null): Promise<void> {
  if (unpaidOrder) await checkout.close(context, unpaidOrder);
  await refunds.work(context, 0);
  await notifications.deliver(context);
}

export default function Order() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const reviewed = answer && "review" in answer ? answer.review : null;
  return (
    <OrderScreen
      {...loaded}
      refusal={answer && "refusal" in answer ? answer.refusal : null}
      review={<OrderReview review={loaded.review} answer={reviewed} />}
    />
  );
}
