import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import { date, time } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import {
  canPay,
  changedMeanwhile,
  notAParty,
  orderPath,
  type Party,
  partyOf,
  shortId,
} from "#app/orders/order.ts";
import * as parties from "#app/orders/order-details.server.ts";
import * as orderFiles from "#app/orders/order-files.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { OrderScreen } from "#app/orders/page/order-screen.tsx";
import { orderView, type TransitionReply } from "#app/orders/page/order-view.ts";
import { readTransition } from "#app/orders/page/transition.form.ts";
import { transitionDraft, transitionDraftPath } from "#app/orders/page/transition-draft.ts";
import { saidAfter } from "#app/orders/page/transition-words.ts";
import { refusalToTransition, requestedTransition, type TransitionName } from "#app/orders/transitions.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as orderMoves from "#app/payments/apply-transition.server.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { noticeOf } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { OrderReview } from "#app/reviews/order-review.tsx";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";
import { isReviewIntent, reviewAction } from "#app/reviews/review-action.server.ts";
import { reviewDraftPath } from "#app/reviews/review-draft.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";
import { useRevalidateOnReturn } from "#app/ui/use-revalidate-on-return.ts";

type Context = LoaderFunctionArgs["context"];

export const handle: PageHandle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Order ${shortId(data.order.id)}` : "Order", noindex: true });

/** A refused move shows the order as it is now, too. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

/** Only the buyer or the seller may view an order; others, and any unknown id, lead to /orders (docs/specification.md#order-permissions). */
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
    Promise.all([parties.find(db, id), orderFiles.list(db, id), profiles.timeZoneOf(db, viewer.id)]);
  const [found, files, timeZone] = await mainRead(read, "Something went wrong", log);
  const party = found && partyOf(found.order, viewer.id);
  if (!found || !party) throw redirect("/orders");
  const { order } = found;
  const returns = order.refundedCashCents > 0;
  const [refund, notTaken] = await Promise.all([
    returns ? moneyCalls.findRefund(db, id) : null,
    party === "buyer" ? payments.listNotTaken(db, id) : [],
  ]);
  const draft = transitionDraft(url.searchParams);
  const meant = draft && requestedTransition(draft.intent, order.hold);
  const review = await orderReviews.forParty(context, order, viewer.id, url.searchParams);
  const mayReview = review !== null && review.writeUntil !== null;
  const view = orderView({ ...found, files, notTaken }, party, clock.now(), timeZone, mayReview);
  return {
    ...view,
    review,
    payable: canPay(order, viewer.id) && !view.isExamined ? { gigId: order.gigId } : null,
    refundFailed: refund?.state === "failed",
    boughtAt:
      url.searchParams.has("again") && order.paidAt !== null
        ? boughtAt(order.paidAt, clock.now(), timeZone)
        : null,
    draft: draft && meant ? ({ move: meant, errors: {}, kept: draft.kept } satisfies TransitionReply) : null,
  };
}

/** `at 10:14`, with the day where that was not today. @param paidAt UTC ms @param at UTC ms */
function boughtAt(paidAt: number, at: number, timeZone: string | null): string {
  const day = date(paidAt, timeZone);
  const today = day === date(at, timeZone);
  return `${today ? "" : `on ${day} `}at ${time(paidAt, timeZone)}`;
}

/** The moves of spec.md section 4 and docs/specification.md#order-transitions, and 'Complete Payment'. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const form = await readForm(request);
  const intent = form.get("intent");
  const draftPath = isReviewIntent(intent) ? reviewDraftPath(id, form) : transitionDraftPath(id, form);
  const viewer = requireViewer(context, "Please sign in to continue", draftPath);
  const order = await orders.find(context.db, id);
  const party = order && partyOf(order, viewer.id);
  if (!order || !party) throw data(notAParty, { status: 403 });
  if (isReviewIntent(intent)) return await reviewAction(context, order, viewer, form, intent);
  if (intent === "pay") return await pay(context, order, viewer.id);
  const name = requestedTransition(intent, order.hold);
  if (!name) return data({ refusal: "Something went wrong", reply: null }, { status: 400 });
  return await move(context, order, name, { actor: party, user: viewer }, form);
}

/** @param by a party, signed in */
async function move(
  context: Context,
  order: orders.Order,
  name: TransitionName,
  by: { actor: Party; user: Exclude<orders.ActingUser, string> },
  form: FormData,
) {
  const { id } = order;
  const input = readTransition(name, order.questions, form);
  const answer = (status: number, refusal: string | null, errors: TransitionReply["errors"] = {}) =>
    data({ refusal, reply: { move: name, errors, kept: input.kept } satisfies TransitionReply }, { status });
  // What was pressed was decided in front of the order as the page showed it.
  const seen = form.get("version");
  if (seen !== null && Number(seen) !== order.version) return answer(409, changedMeanwhile(order.status));
  const refusal = refusalToTransition(name, order, by.actor, context.clock.now());
  if (refusal) return answer(403, refusal);
  if (input.errors) return answer(400, null, input.errors);
  let kept: orders.NewFile[] = [];
  try {
    const files = await orderFiles.keep(context.files, id, input.files);
    if ("refusal" in files) return answer(400, null, { [input.fileField]: [files.refusal] });
    kept = files;
    const { note, answers } = input;
    if (!(await orderMoves.apply(context, order, name, by, { note, answers, files }))) {
      await orderFiles.forget(context.files, id, files);
      const now = await orders.find(context.db, id);
      return answer(409, changedMeanwhile(now?.status ?? order.status));
    }
  } catch (error) {
    if (brokeNotNull(error, "order_events.order_id")) {
      // The session has ended, and the batch is undone: nothing refers to its files.
      context.later(orderFiles.forget(context.files, id, kept));
      return signInAgain(context, transitionDraftPath(id, form));
    }
    // Files that were kept stay: it is not known whether the batch was written, and a delivery without its files were worse.
    context.log("error", "order not updated", { order: id, move: name, error: errorStack(error) });
    toast(context, "error", "Failed to update order status");
    return seeOther(transitionDraftPath(id, form));
  }
  context.later(afterMove(context, name === "cancel" && order.paymentStatus !== "paid" ? id : null));
  toast(context, "success", saidAfter(name, order.status));
  return seeOther(orderPath(id));
}

async function pay(context: Context, order: orders.Order, viewerId: string) {
  if (!canPay(order, viewerId)) {
    const refusal =
      order.buyerId === viewerId ? "There is nothing to pay on this order" : "Only the buyer can pay";
    return data({ refusal, reply: null }, { status: 403 });
  }
  const account = await accounts.find(context.db, viewerId);
  const payment = await checkout.open(context, order, account?.email ?? "", context.origin);
  if ("url" in payment) return seeOther(payment.url);
  const notice = noticeOf(payment);
  if (notice) toast(context, notice.kind, notice.text);
  return seeOther(orderPath(order.id));
}

/** Money back, mails out, and the card page of an unpaid cancelled order closed; the sweep repeats what fails. */
async function afterMove(context: Context, unpaidOrder: string | null): Promise<void> {
  if (unpaidOrder) await checkout.close(context, unpaidOrder);
  await refunds.work(context, 0);
  await notifications.sendWaiting(context);
}

export default function Order() {
  const { draft, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const reviewed = answer && "review" in answer ? answer.review : null;
  const moved = answer && "refusal" in answer ? answer : null;
  useRevalidateOnReturn();
  return (
    <OrderScreen
      {...loaded}
      refusal={moved?.refusal ?? null}
      reply={moved?.reply ?? draft}
      review={<OrderReview review={loaded.review} answer={reviewed} />}
    />
  );
}
