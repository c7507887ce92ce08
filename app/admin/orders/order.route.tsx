import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as proposals from "#app/admin/approvals/proposals.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import * as readable from "#app/admin/conversations/readable-conversations.server.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { type OperatorActionInput, operatorActionForm } from "#app/admin/orders/operator-action.form.ts";
import {
  isOperatorAction,
  type OperatorActionReply,
  operatorActions,
} from "#app/admin/orders/operator-action.ts";
import { returnedBy } from "#app/admin/orders/operator-actions.server.ts";
import { confirmationOf, resendingOf } from "#app/admin/orders/operator-confirmation.ts";
import {
  canResend,
  parseDollars,
  previewRefund,
  refusalToRefund,
} from "#app/admin/orders/operator-refund.ts";
import * as records from "#app/admin/orders/order-record.server.ts";
import { type AskedDecision, OrderScreen } from "#app/admin/orders/order-screen.tsx";
import { runOperatorAction } from "#app/admin/orders/run-operator-action.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { leftOf } from "#app/ledger/shares.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { tellReopened } from "#app/offers/reopened.server.ts";
import { isLate } from "#app/orders/clocks.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import { passedDates } from "#app/orders/lateness.ts";
import { nextStep } from "#app/orders/next-step.ts";
import { isPayable, partyOf, shortId } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import { transitionsFor } from "#app/orders/refusal-to-transition.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as orderEarnings from "#app/payouts/order-earnings.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  consoleMeta(data ? `Order ${shortId(data.record.order.id)}` : "Order");

/**
 * /admin/orders/{id}?refund={dollars}: one order, and how a refund of that amount would be divided.
 * ?confirm={transition}: the page that confirms a transition that refunds, ends or pays it.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const { searchParams } = new URL(request.url);
  const amount = searchParams.get("refund");
  const confirm = searchParams.get("confirm");
  const at = clock.now();
  const { page, waits } = await loadPage(context, async () => {
    const record = (await records.find(db, params.id ?? "")) ?? notFound();
    const { order } = record;
    const preview = amount === null ? null : previewRefund(order, amount);
    const cents = isOperatorAction(confirm)
      ? returnedBy(confirm, order)
      : preview && "back" in preview
        ? parseDollars(preview.amount)
        : null;
    const [conversation, filesAreOpen, waiting, hasCleared] = await Promise.all([
      readable.findOfOrder(db, order),
      record.files.length > 0 && orderFiles.isOpenToOperators(db, order, at),
      proposals.findWaiting(context, "order", order.id, cents ?? 0),
      orderEarnings.areClearedOrSent(db, order.id, at),
    ]);
    return { record, preview, conversation, filesAreOpen, ...waiting, hasCleared };
  });
  const { record, preview, hasCleared, ...rest } = page;
  const { order, buyer, seller } = record;
  const party = partyOf(order, operator.id);
  const names = { buyer: displayName(buyer), seller: displayName(seller) };
  const allowed = party
    ? []
    : transitionsFor(order, "operator", at).filter((name) => name in operatorActions);
  return {
    record,
    waits,
    dashboard: context.stripeDashboard,
    party,
    ...rest,
    late: isLate(order, at),
    passed: passedDates(record.events, order, at),
    next: nextStep(order, "operator", names, at),
    allowed,
    confirm: party ? null : askedIn(searchParams, record, allowed, names),
    refund: {
      refusal: refusalToRefund(order, operator.id),
      leftCents: leftOf(order),
      hasCleared,
      preview,
    },
  };
}

/** The decision that an address asks to confirm; null if there is none, or it is not possible now. */
function askedIn(
  params: URLSearchParams,
  { order, calls }: records.OrderRecord,
  allowed: TransitionName[],
  names: { buyer: string; seller: string },
): AskedDecision | null {
  const intent = params.get("confirm");
  if (intent === "refund-again") {
    const call = calls.find(({ id }) => id === params.get("call"));
    if (!call || !canResend(call)) return null;
    return { ...resendingOf(call.amountCents ?? 0, names.buyer), intent, call: call.id };
  }
  if (!isOperatorAction(intent) || !allowed.includes(intent)) return null;
  const confirmation = confirmationOf(intent, order, names);
  return confirmation && { ...confirmation, intent, call: "" };
}

/**
 * Makes a transition on a party's behalf, refunds an amount, or sends a failed refund again
 * (docs/specification.md#operator-orders).
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const order = (await orders.find(context.db, params.id ?? "")) ?? notFound();
  const form = await readForm(request, operatorActionForm);
  const path = href("/admin/orders/:id", { id: order.id });
  const again = againWith(form, order);
  return await writes.run(context, form, { path, again, failed: decisionFailed }, async () => {
    const input = writes.parse(form, operatorActionForm);
    const decision = { operator, reason: input.reason };
    const { notice, kind } = await proposals.orPropose(
      context,
      decision,
      () => refundProposed(order, input),
      () => runOperatorAction(context, order, input, decision),
    );
    context.later(followUp(context, order));
    return writes.done(context, notice, path, kind);
  });
}

function refundProposed(order: orders.Order, input: OperatorActionInput): proposals.Proposed {
  const { intent, amount } = input;
  const cents = intent === "refund" ? (parseDollars(amount) ?? 0) : leftOf(order);
  return { kind: "order", subjectId: order.id, action: intent, cents, input };
}

/** Shows the form again with the operator's input. */
function againWith({ text }: SentForm, { questions }: orders.Order) {
  const typed = {
    ...{ id: text("call"), intent: text("intent"), reason: text("reason") },
    ...{ amount: text("amount"), bearer: text("bearer"), days: text("days") },
    answers: questions.map((_, index) => text(`answers[${index}]`)),
  };
  return ({
    sentence,
    errors: { reason, amount, bearer, days, intent, version, ...others },
  }: Refusal): OperatorActionReply => ({
    ...typed,
    errors: { reason, amount, bearer, days, answers: Object.values(others).flat() },
    formError: sentence ?? intent?.[0] ?? version?.[0] ?? null,
  });
}

/** Sends due refunds, closes an outdated card page, and sends the emails. The sweep retries what fails. */
async function followUp(context: AppLoadContext, order: orders.Order): Promise<void> {
  await Promise.all([
    refunds.sendDue(context, 0),
    checkoutSessions.closeIfOver(context, order),
    order.offerId === null || !isPayable(order) ? null : tellReopened(context, order.id),
  ]);
  context.sendMails();
}

export default function Order() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <OrderScreen {...loaded} reply={reply ?? null} />;
}
