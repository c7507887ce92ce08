import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { proposedNotice } from "#app/admin/approvals/proposal.ts";
import { orPropose, type Proposed } from "#app/admin/approvals/proposals.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { type MismatchInput, mismatchForm } from "#app/admin/payments/mismatch-decision.form.ts";
import * as mismatches from "#app/admin/payments/mismatch-queue.server.ts";
import { PaymentsScreen } from "#app/admin/payments/payments-screen.tsx";
import { runMismatchDecision } from "#app/admin/payments/run-mismatch-decision.server.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { refuse } from "#app/lib/refusal.ts";
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
  return data({ ...page, waits, dashboard: context.stripeDashboard, confirm }, { headers: consoleHeaders });
}

const notices = {
  refund: "The payment is being refunded",
  "look-into": "Marked as resolved",
  "take-in": "Taken into the books",
};

/** Refunds a payment of the queue, takes a mismatch into the books, or marks it as looked into. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, mismatchForm, async ({ reason, ...input }) => {
    const decision = { operator, reason };
    const done = await orPropose(
      context,
      decision,
      () => returnProposed(context, { reason, ...input }),
      () => runMismatchDecision(context, { reason, ...input }, decision).then(() => notices[input.intent]),
    );
    context.later(refunds.sendDue(context, 0).then(() => context.sendMails()));
    return done === null
      ? writes.done(context, proposedNotice, "/admin/payments", "info")
      : writes.done(context, done, "/admin/payments");
  });
}

async function returnProposed({ db }: AppLoadContext, input: MismatchInput): Promise<Proposed> {
  const payment = await mismatches.findPayment(db, input.id);
  const cents = payment?.amountCents ?? refuse("stale", "Someone has already resolved this");
  return { kind: "payment", subjectId: input.id, action: "return-payment", cents, input };
}

export default function Payments() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <PaymentsScreen {...loaded} reply={reply ?? null} />;
}
