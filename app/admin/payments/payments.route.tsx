import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { WriteResult } from "#app/admin/audit.server.ts";
import { consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { mismatchForm } from "#app/admin/payments/mismatch.form.ts";
import { refusalToResolve } from "#app/admin/payments/mismatch.ts";
import * as mismatches from "#app/admin/payments/mismatch-queue.server.ts";
import { PaymentsScreen } from "#app/admin/payments/payments-screen.tsx";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";

export const links = consoleLinks;
export const meta = () => consoleMeta("Payment mismatches");
export const headers = () => consoleHeaders;

/**
 * /admin/payments: the mismatches that wait for an operator (docs/specification.md#operator-payments).
 * ?confirm={payment}: the question before a refund.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, stuck } = await loadPage(context, () => mismatches.list(context.db));
  const confirm = new URL(request.url).searchParams.get("confirm");
  return data({ ...page, stuck, confirm }, { headers: consoleHeaders });
}

/** Refunds a payment of the queue, or marks a mismatch as looked into. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, mismatchForm, async ({ intent, id, reason }) => {
    const { db } = context;
    const payment = await mismatches.findPayment(db, id);
    const payable = payment
      ? await payables.find(db, payment)
      : await mismatches.findPayableOfMismatch(db, id);
    if (payable && [payable.buyerId, payable.sellerId].includes(operator.id))
      return { refusal: partyRefusal, status: 403 };
    const refusal = refusalToResolve(intent, payment);
    if (refusal) return { refusal, status: 409 };
    const decision = { operator, reason };
    let result: WriteResult;
    if (!payment) result = await mismatches.resolveUnexplained(context, id, decision);
    else if (intent === "refund") result = await mismatches.returnPayment(context, payment, decision);
    else result = await mismatches.resolvePayment(context, payment, decision);
    if (result === "no operator") return result;
    if (result === "changed") return { refusal: "Someone has already resolved this", status: 409 };
    context.later(refunds.sendDue(context, 0).then(() => mails.sendWaiting(context)));
    const toast = intent === "refund" ? "The payment is being refunded" : "Marked as resolved";
    return { kind: "success", toast, to: "/admin/payments" };
  });
}

export default function Payments() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <PaymentsScreen {...loaded} reply={reply ?? null} />;
}
