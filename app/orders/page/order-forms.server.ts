import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { costOf, costOfFiles } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { pathWithDraft } from "#app/drafts/drafts.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as orderTransitions from "#app/orders/changing/apply-transition.server.ts";
import { cancelsUnpaid, cancelUnpaid } from "#app/orders/changing/cancel-unpaid.server.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import {
  canPay,
  changedMeanwhile,
  notAParty,
  notClosed,
  orderPath,
  type Party,
  partyOf,
} from "#app/orders/order.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { type TransitionReply, whatChangedSince } from "#app/orders/page/order-view.ts";
import {
  fileFieldsOf,
  noteLimits,
  readTransition,
  transitionFields,
} from "#app/orders/page/transition.form.ts";
import { transitionDraftIn } from "#app/orders/page/transition-draft.ts";
import { noticeAfter } from "#app/orders/page/transition-labels.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { requestedTransition, type TransitionName } from "#app/orders/transitions.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import { type Checkout, checkoutNotice } from "#app/payments/payment.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { reviewPath } from "#app/reviews/review.ts";
import { isReviewIntent, reviewAction } from "#app/reviews/review-action.server.ts";
import { reviewDraftIn, reviewFields } from "#app/reviews/review-draft.ts";
import { sentFiles } from "#app/uploads/sent-files.ts";

type Context = ActionFunctionArgs["context"];

/**
 * Answers `POST /orders/{id}` (docs/specification.md#form-fields): the transitions of
 * docs/specification.md#order-transitions, 'Complete Payment', and the forms of the review.
 * @throws Response 303 to /sign-in for a visitor; 403 for a user who is not a party
 */
export async function orderAction({ request, params, context }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const form = await readForm(request, ["intent", "version"], transitionFields, reviewFields);
  const intent = form.fields.get("intent");
  if (form.refusal && intent === null) throw data(form.refusal, { status: 400 });
  const viewer =
    context.viewer ?? requireViewer(context, signInFirst, await wayBack(context, id, form.fields));
  const order = await orders.find(context.db, id);
  const party = order && partyOf(order, viewer.id);
  if (!order || !party) throw data(notAParty, { status: 403 });
  if (isReviewIntent(intent)) return await reviewAction(context, order, viewer, form, intent);
  if (intent === "pay" && !form.refusal) return await pay(context, order, viewer.id);
  const name = requestedTransition(intent, order.hold);
  if (!name) return data({ refusal: "Something went wrong", reply: null }, { status: 400 });
  return await makeTransition(context, order, name, { actor: party, user: viewer }, form);
}

const signInFirst = "Please sign in to continue";

/** The order's page, to which the user comes back with what they typed. */
function wayBack(context: Context, orderId: string, form: FormData): Promise<string> {
  return isReviewIntent(form.get("intent"))
    ? pathWithDraft(context, reviewPath(orderId), reviewDraftIn(form))
    : pathWithDraft(context, orderPath(orderId), {
        sent: form,
        typed: transitionDraftIn(form),
        longest: { note: noteLimits.most, "answer-": noteLimits.most },
      });
}

async function makeTransition(
  context: Context,
  order: orders.Order,
  name: TransitionName,
  by: { actor: Party; user: Exclude<orders.ActingUser, string> },
  form: SentForm,
) {
  const { id } = order;
  const taken = await takeFiles(context, order, name, by.user.id, form);
  const { files, errors: fileErrors } = taken;
  const input = readTransition(name, order.questions, form.fields, files);
  const answer = (refusal: string | null, errors: TransitionReply["errors"] = fileErrors) => ({
    refusal,
    reply: { transition: name, errors, typed: input.typed, files } satisfies TransitionReply,
  });
  const reply = (status: number, refusal: string | null, errors?: TransitionReply["errors"]) =>
    data(answer(refusal, errors), { status });
  if (form.refusal) return reply(400, form.refusal);
  // The party decided while looking at this version of the order.
  const seenVersion = form.fields.get("version");
  const stale = async (seen: number) =>
    reply(409, await findWhatChanged(context, id, name, by, seen, order.status));
  if (seenVersion !== null && Number(seenVersion) !== order.version) return await stale(Number(seenVersion));
  const refusal = refusalToTransition(name, order, by.actor, context.clock.now());
  if (refusal) return reply(403, refusal);
  if (taken.over) return tooManyTries(answer(taken.over.sentence), taken.over.wait);
  if (taken.hasFailed) return reply(503, taken.isUnread ? "Something went wrong" : null);
  const errors = { ...input.errors, ...fileErrors };
  if (Object.keys(errors).length > 0) return reply(400, null, errors);
  const over = await allowances.ask(context, "transition", costOf(Object.values(input.typed).join()));
  if (over) return tooManyTries(answer(over.sentence), over.wait);
  try {
    const { note, answers } = input;
    if (cancelsUnpaid(order, name)) {
      const until = Date.now() + checkout.longestWait;
      const result = await cancelUnpaid(context, order, name, by, { note }, [], until);
      if (result === "processing") return reply(409, notClosed.processing);
      if (result === "unreachable") return reply(503, notClosed.unreachable);
      if (result === "changed") return await stale(order.version);
    } else {
      const extras = { note, answers, files: Object.values(files).flat() };
      if (!(await orderTransitions.apply(context, order, name, by, extras)))
        return await stale(order.version);
    }
  } catch (error) {
    if (guards.broken(error) === "session") {
      // The session has ended, and the batch was rolled back.
      return signInAgain(context, await wayBack(context, id, form.fields));
    }
    context.log("error", "order not updated", { order: id, transition: name, error: errorStack(error) });
    return reply(503, "Failed to update order status");
  }
  context.later(finishTransition(context));
  toast(context, "success", noticeAfter(name, order.status));
  return seeOther(orderPath(id));
}

/** `over`: too many files were sent. `isUnread`: the database failed. */
type TakenFiles = orderFiles.TakenByField & { over?: allowances.Over; isUnread?: true };

/**
 * Takes the files of a transition's form, before anything is decided: a form that is refused keeps them. It
 * never throws.
 */
async function takeFiles(
  context: Context,
  order: orders.Order,
  name: TransitionName,
  userId: string,
  form: SentForm,
): Promise<TakenFiles> {
  const none: TakenFiles = { files: {}, errors: {}, hasFailed: false };
  const fields = fileFieldsOf(name, order.questions);
  const token = `${name} ${order.version}`;
  const sent = fields.map((field) => [field, sentFiles(form.fields, field, token)] as const);
  const files = sent.flatMap(([, one]) => one.files);
  if (form.refusal || sent.every(([, one]) => one.files.length + one.kept.length === 0)) return none;
  try {
    const over = files.length > 0 ? await allowances.ask(context, "file", costOfFiles(files)) : null;
    if (over) return { ...none, over };
    return await orderFiles.take(context, userId, order.id, Object.fromEntries(sent));
  } catch (error) {
    context.log("error", "order not updated", {
      order: order.id,
      transition: name,
      error: errorStack(error),
    });
    return { ...none, hasFailed: true, isUnread: true };
  }
}

/** What changed since the version that a party has seen. @param status for an order that is gone */
async function findWhatChanged(
  { db, clock }: Context,
  id: string,
  wanted: TransitionName,
  { actor, user }: { actor: Party; user: { id: string } },
  seen: number,
  status: orders.Order["status"],
): Promise<string> {
  const [details, timeZone] = await Promise.all([
    orderDetails.find(db, id),
    profiles.timeZoneOf(db, user.id),
  ]);
  if (!details) return changedMeanwhile(status);
  return whatChangedSince(details, seen, wanted, actor, clock.now(), timeZone);
}

async function pay(context: Context, order: orders.Order, viewerId: string) {
  if (!canPay(order, viewerId)) {
    const refusal =
      order.buyerId === viewerId ? "There is nothing to pay on this order" : "Only the buyer can pay";
    return data({ refusal, reply: null }, { status: 403 });
  }
  const over = await allowances.ask(context, "payment");
  if (over) return tooManyTries({ refusal: over.sentence, reply: null }, over.wait);
  const payment = await openCheckout(context, order, viewerId);
  if ("url" in payment) return seeCardPage(payment.url);
  const notice = checkoutNotice(payment);
  if (notice) toast(context, notice.kind, notice.text);
  return seeOther(orderPath(order.id));
}

async function openCheckout(context: Context, order: orders.Order, buyerId: string): Promise<Checkout> {
  try {
    const account = await accounts.find(context.db, buyerId);
    return await checkout.open(context, order, account?.email ?? "", context.origin);
  } catch (error) {
    context.log("error", "buyer not read", { order: order.id, error: errorStack(error) });
    return { failed: null };
  }
}

/** Runs after the reply: sends refunds and mails. The sweep repeats what fails. */
async function finishTransition(context: Context): Promise<void> {
  await refunds.sendDue(context, 0);
  await mails.sendWaiting(context);
}
