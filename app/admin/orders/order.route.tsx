import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as health from "#app/admin/health/health.server.ts";
import type { OperatorActionReply } from "#app/admin/orders/action-panels.tsx";
import { operatorActionForm } from "#app/admin/orders/operator-action.form.ts";
import { operatorActions, refundShown, refusalToRefund } from "#app/admin/orders/operator-actions.ts";
import * as records from "#app/admin/orders/order-record.server.ts";
import { OrderScreen } from "#app/admin/orders/order-screen.tsx";
import { adminOrderPath } from "#app/admin/orders/order-search.ts";
import { runOperatorAction } from "#app/admin/orders/run-operator-action.server.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { leftOf } from "#app/ledger/shares.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { isLate } from "#app/orders/clocks.ts";
import { nextStep } from "#app/orders/next-step.ts";
import { changedMeanwhile, partyOf, shortId } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import { transitionsFor } from "#app/orders/refusal-to-transition.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Order ${shortId(data.record.order.id)}` : "Order", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/orders/{id}?refund={dollars}: everything about an order, and how an amount would be divided that goes back. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock, log } = context;
  const [record, stuck] = await Promise.all([
    mainRead(() => records.find(db, params.id ?? ""), "Something went wrong", log),
    health.total(context),
  ]);
  if (!record) return context.asUnknown();
  const { order, buyer, seller } = record;
  const at = clock.now();
  const party = partyOf(order, operator.id);
  const names = { buyer: displayName(buyer), seller: displayName(seller) };
  const amount = new URL(request.url).searchParams.get("refund");
  return data(
    {
      record,
      stuck,
      party,
      late: isLate(order, at),
      next: nextStep(order, "operator", names, at),
      allowed: party ? [] : transitionsFor(order, "operator", at).filter((name) => name in operatorActions),
      refund: {
        refusal: refusalToRefund(order, operator.id),
        leftCents: leftOf(order),
        shown: amount === null ? null : refundShown(order, amount),
      },
    },
    { headers: consoleHeaders },
  );
}

/** Moves the order in a party's place, gives money back, or sends a failed refund again: each with a reason (docs/specification.md#operator-orders). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db } = context;
  const order = await orders.find(db, params.id ?? "");
  if (!order) return context.asUnknown();
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: operatorActionForm });
  const text = (name: string) => String(form.get(name) ?? "");
  const typed = {
    intent: text("intent"),
    reason: text("reason"),
    amount: text("amount"),
    call: text("call"),
    answers: order.questions.map((_, index) => text(`answers[${index}]`)),
  };
  if (submission.status !== "success") {
    const { reason, amount, intent, version, ...others } = submission.error ?? {};
    const answers = Object.values(others).flatMap((sentences) => sentences ?? []);
    const formError = intent?.[0] ?? version?.[0] ?? null;
    return refused({ ...typed, errors: { reason, amount, answers }, formError }, 400);
  }
  const { value } = submission;
  const outcome = await runOperatorAction(context, order, value, { operator, reason: value.reason });
  if ("refusal" in outcome) {
    const { refusal, field, status } = outcome;
    const errors = field === null ? {} : { [field]: [refusal] };
    return refused({ ...typed, errors, formError: field === null ? refusal : null }, status);
  }
  if (outcome.done === "no operator") return context.asUnknown();
  if (outcome.done === "changed") {
    const now = await orders.find(db, order.id);
    return refused({ ...typed, errors: {}, formError: changedMeanwhile((now ?? order).status) }, 409);
  }
  context.later(afterwards(context, order));
  toast(context, "success", outcome.said);
  return seeOther(adminOrderPath(order.id));
}

function refused(reply: OperatorActionReply, status: number) {
  return data(reply, { status, headers: consoleHeaders });
}

/** Money back, mails out, and the card page of an order closed that was cancelled unpaid; the sweep repeats what fails. */
async function afterwards(context: ActionFunctionArgs["context"], before: orders.Order): Promise<void> {
  const now = await orders.find(context.db, before.id);
  if (now?.status === "cancelled" && now.paymentStatus !== "paid") await checkout.close(context, now.id);
  await refunds.work(context, 0);
  await notifications.sendWaiting(context);
}

export default function Order() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <OrderScreen {...loaded} reply={reply ?? null} />;
}
