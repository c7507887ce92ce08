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
import type { WriteResult } from "#app/admin/audit.server.ts";
import * as health from "#app/admin/health/health.server.ts";
import { mismatchForm } from "#app/admin/payments/mismatch.form.ts";
import { type MismatchReply, refusalToResolve } from "#app/admin/payments/mismatch.ts";
import * as queue from "#app/admin/payments/mismatches.server.ts";
import { PaymentsScreen } from "#app/admin/payments/payments-screen.tsx";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction = () => pageMeta({ title: "Payment mismatches", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/payments: money that nobody's order explains, waiting for an operator (docs/specification.md#operator-payments). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const [waiting, stuck] = await Promise.all([
    mainRead(() => queue.list(context.db), "Something went wrong", context.log),
    health.countStuck(context),
  ]);
  return data({ ...waiting, stuck }, { headers: consoleHeaders });
}

/** Refunds a payment of the queue, or notes that somebody has looked into it: with a reason. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: mismatchForm });
  const typed = { id: String(form.get("id") ?? ""), reason: String(form.get("reason") ?? "") };
  if (submission.status !== "success") {
    const { reason, id, intent } = submission.error ?? {};
    return refused(
      { ...typed, fieldError: reason?.[0] ?? null, formError: id?.[0] ?? intent?.[0] ?? null },
      400,
    );
  }
  const { intent, id, reason } = submission.value;
  const by = { operator, reason };
  const payment = await queue.findPayment(context.db, id);
  const order = payment
    ? await orders.find(context.db, payment.orderId)
    : await queue.findOrderOfMismatch(context.db, id);
  const refusal = refusalToResolve(intent, payment, order, operator.id);
  if (refusal) return refused({ ...typed, fieldError: null, formError: refusal }, 409);
  let done: WriteResult;
  if (!payment) done = await queue.resolveMismatch(context, id, by);
  else if (intent === "refund") done = await queue.returnPayment(context, payment, by);
  else done = await queue.resolvePayment(context, payment, by);
  if (done === "no operator") return context.asUnknown();
  if (done === "changed")
    return refused({ ...typed, fieldError: null, formError: "Somebody has resolved this already" }, 409);
  context.later(refunds.work(context, 0).then(() => notifications.sendWaiting(context)));
  toast(context, "success", intent === "refund" ? "The payment goes back" : "Marked as looked into");
  return seeOther("/admin/payments");
}

function refused(reply: MismatchReply, status: number) {
  return data(reply, { status, headers: consoleHeaders });
}

export default function Payments() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <PaymentsScreen {...loaded} reply={reply ?? null} />;
}
