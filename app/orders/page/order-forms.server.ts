import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import * as checkout from "#app/checkout/checkout.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { Refusal, refuse } from "#app/lib/refusal.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { costOf, costOfFiles } from "#app/limits/limits.ts";
import { tellReopened } from "#app/offers/reopened.server.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import {
  canPay,
  changedSince,
  extraNotClosed,
  isPayable,
  notAParty,
  notClosed,
  type Party,
  partyOf,
} from "#app/orders/order.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { extraAction, extraFields, isExtraIntent } from "#app/orders/page/extra-forms.server.ts";
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
import type { ParkedFields } from "#app/parked/parked.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import { type Checkout, checkoutNotice } from "#app/payments/payment.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { isReviewIntent, reviewAction } from "#app/reviews/review-action.server.ts";
import { reviewFields } from "#app/reviews/review-draft.ts";
import { applyAfterClosing, closesPage } from "#app/transitions/apply-after-closing.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { sentFiles } from "#app/uploads/sent-files.ts";
import * as writes from "#app/writes/writes.server.ts";

type Context = ActionFunctionArgs["context"];

const failed = { event: "order not updated", sentence: "Failed to update order status" };

/**
 * Answers `POST /orders/{id}` (docs/specification.md#form-fields): the transitions of
 * docs/specification.md#order-transitions, 'Complete Payment', and the forms of the review.
 * @throws Response 303 to /sign-in for a visitor; 403 for a user who is not a party
 */
export async function orderAction({ request, params, context }: ActionFunctionArgs) {
  const { id = "" } = params;
  const form = await readForm(request, ["intent", "version"], transitionFields, reviewFields, extraFields);
  const intent = form.fields.get("intent");
  if (form.refusal && intent === null) throw data(form.refusal, { status: 400 });
  const { viewer } = context;
  const order = viewer && (await orders.find(context.db, id));
  const party = order && partyOf(order, viewer.id);
  if (viewer && !party) throw data(notAParty, { status: 403 });
  if (isReviewIntent(intent)) return await reviewAction(context, id, form, intent);
  const page = { path: href("/orders/:id", { id }), park: parkedIn(form.fields), failed };
  const again = ({ sentence }: Refusal) => ({ refusal: sentence, reply: null });
  const name = requestedTransition(intent, order?.hold ?? "none");
  if (order && party && name)
    return await makeTransition(context, order, name, { actor: party, user: viewer }, form, page);
  return await writes.run(context, form, { ...page, again }, async () => {
    writes.viewer(context);
    if (order && party && isExtraIntent(intent))
      return await extraAction(context, order, party, intent, form, page.path);
    if (!order || intent !== "pay") refuse("invalid", "Something went wrong");
    return await pay(context, order);
  });
}

/** What a party typed into a transition's form, to park it while they sign in. */
function parkedIn(fields: FormData): ParkedFields {
  return { typed: transitionDraftIn(fields), longest: { note: noteLimits.most, "answer-": noteLimits.most } };
}

async function makeTransition(
  context: Context,
  order: orders.Order,
  name: TransitionName,
  by: By,
  form: SentForm,
  page: { path: string; park: ParkedFields; failed: { event: string; sentence: string } },
) {
  const taken = await takeFiles(context, order, name, by.user.id, form);
  const input = readTransition(name, order.questions, form.fields, taken.files);
  const again = ({ sentence, errors }: Refusal) => ({
    refusal: sentence,
    reply: {
      transition: name,
      errors: { ...taken.errors, ...errors },
      typed: input.typed,
      files: taken.files,
    } satisfies TransitionReply,
  });
  return await writes.run(context, form, { ...page, again }, async () => {
    // The party decided on the basis of this version of the order.
    const seen = Number(form.fields.get("version") ?? order.version);
    if (seen !== order.version) await refuseStale(context, order, name, by, seen);
    const refusal = refusalToTransition(name, order, by.actor, context.clock.now());
    if (refusal) refuse("refused", refusal);
    if (taken.refusal) throw taken.refusal;
    const errors = { ...input.errors, ...taken.errors };
    if (Object.keys(errors).length > 0) refuse("invalid", null, { errors });
    await writes.allow(context, "transition", costOf(Object.values(input.typed).join()));
    const extras = {
      note: input.note,
      days: input.days,
      answers: input.answers,
      files: Object.values(taken.files).flat(),
    };
    await write(context, order, name, by, extras);
    context.later(finishTransition(context, order));
    return writes.done(context, noticeAfter(name, order.status), page.path);
  });
}

/** @throws Refusal */
async function write(
  context: Context,
  order: orders.Order,
  name: TransitionName,
  by: By,
  extras: orders.TransitionExtras,
): Promise<void> {
  if (!closesPage(order, name)) {
    if (await orderTransitions.apply(context, order, name, by, extras)) return;
    await refuseStale(context, order, name, by, order.version);
  }
  const until = Date.now() + checkout.maxWait;
  const result = await applyAfterClosing(context, order, name, by, extras, [], until);
  if (result === "processing") refuse("stale", notClosed.processing);
  if (result === "unreachable") refuse("failed", (isPayable(order) ? notClosed : extraNotClosed).unreachable);
  if (result === "changed") await refuseStale(context, order, name, by, order.version);
}

type By = { actor: Party; user: Exclude<orders.ActingUser, string> };

/** `refusal`: why files were refused, apart from the errors of single files. */
type TakenFiles = orderFiles.TakenByField & { refusal?: Refusal };

/**
 * Stores the files of a transition's form before anything is decided, so that a refused form keeps them. It
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
    if (files.length > 0) await writes.allow(context, "file", costOfFiles(files));
    const taken = await orderFiles.take(context, userId, order.id, Object.fromEntries(sent));
    return taken.hasFailed ? { ...taken, refusal: new Refusal("failed") } : taken;
  } catch (thrown) {
    if (thrown instanceof Refusal) return { ...none, refusal: thrown };
    context.log("error", failed.event, { order: order.id, error: errorStack(thrown) });
    return { ...none, refusal: new Refusal("failed", "Something went wrong") };
  }
}

/** @throws Refusal with what changed since the version that the party saw */
async function refuseStale(
  { db, clock }: Context,
  { id, status }: orders.Order,
  wanted: TransitionName,
  { actor, user }: By,
  seen: number,
): Promise<never> {
  const [details, timeZone] = await Promise.all([
    orderDetails.find(db, id),
    profiles.timeZoneOf(db, user.id),
  ]);
  if (!details) refuse("stale", changedSince(status));
  refuse("stale", whatChangedSince(details, seen, wanted, actor, clock.now(), timeZone));
}

/** The refusal while the seller is suspended. It does not say so, because that is private. */
const sellerAway = "The seller can't take this order at the moment, so nothing was charged";

/** Opens the card page of an unpaid order. @throws Refusal */
async function pay(context: Context, order: orders.Order) {
  const viewer = writes.viewer(context);
  if (!canPay(order, viewer.id))
    refuse(
      "refused",
      order.buyerId === viewer.id ? "There is nothing to pay on this order" : "Only the buyer can pay",
    );
  if (await orders.hasSuspended(context.db, order)) refuse("refused", sellerAway);
  await writes.allow(context, "payment");
  const payment = await openCheckout(context, order, viewer.id);
  if ("url" in payment) return seeCardPage(payment.url);
  const notice = checkoutNotice(payment);
  if (notice) toast(context, notice.kind, notice.text);
  return seeOther(href("/orders/:id", { id: order.id }));
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

/** Runs after the response: sends refunds and emails. The sweep retries what fails. */
async function finishTransition(context: Context, order: orders.Order): Promise<void> {
  await Promise.all([
    refunds.sendDue(context, 0),
    checkoutSessions.closeIfOver(context, order),
    order.offerId === null || !isPayable(order) ? null : tellReopened(context, order.id),
  ]);
  context.sendMails();
}
