import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { refusalToResolve } from "#app/admin/payments/mismatch.ts";
import * as mismatches from "#app/admin/payments/mismatch-queue.server.ts";
import { PaymentsScreen } from "#app/admin/payments/payments-screen.tsx";
import { reasonField } from "#app/admin/reason.form.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as payables from "#app/payments/payables.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Payment mismatches");
export const headers = () => consoleHeaders;

/**
 * /admin/payments: the mismatches that wait for an operator (docs/specification.md#operator-payments).
 * ?confirm={payment}: the page that confirms a refund.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => mismatches.list(context.db));
  const confirm = new URL(request.url).searchParams.get("confirm");
  return data({ ...page, waits, confirm }, { headers: consoleHeaders });
}

/** Resolves a mismatch. `id` is a payment's id, or Stripe's id of an unexplained object. */
const mismatchForm = z.object({
  intent: z.enum(["refund", "look-into", "take-in"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose what to resolve" }).min(1, "Please choose what to resolve").max(255),
  reason: reasonField,
});

const notices = {
  refund: "The payment is being refunded",
  "look-into": "Marked as resolved",
  "take-in": "Taken into the books",
};

/** Refunds a payment of the queue, takes a mismatch into the books, or marks it as looked into. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, mismatchForm, async ({ intent, id, reason }) => {
    const payment = await mismatches.findPayment(context.db, id);
    await refuseParty(context, operator, id, payment);
    if (intent === "take-in") refuseIf("stale", await mismatches.findRefusalToTakeIn(context.db, id));
    else refuseIf("stale", refusalToResolve(intent, payment));
    const decision = { operator, reason };
    const result =
      intent === "take-in"
        ? await mismatches.takeIn(context, id, decision)
        : !payment
          ? await mismatches.resolveUnexplained(context, id, decision)
          : intent === "refund"
            ? await mismatches.returnPayment(context, payment, decision)
            : await mismatches.resolvePayment(context, payment, decision);
    if (result === "changed") refuse("stale", "Someone has already resolved this");
    context.later(refunds.sendDue(context, 0).then(() => context.sendMails()));
    return writes.done(context, notices[intent], "/admin/payments");
  });
}

/** @throws Refusal if the operator is a party to the order or registration */
async function refuseParty(
  { db }: AppLoadContext,
  operator: Viewer,
  id: string,
  payment: Awaited<ReturnType<typeof mismatches.findPayment>>,
): Promise<void> {
  const payable = payment ? await payables.find(db, payment) : await mismatches.findPayableOfMismatch(db, id);
  if (payable && [payable.buyerId, payable.sellerId].includes(operator.id)) refuse("refused", partyRefusal);
}

export default function Payments() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <PaymentsScreen {...loaded} reply={reply ?? null} />;
}
