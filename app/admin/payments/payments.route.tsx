import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { noticeOfEach } from "#app/admin/approvals/proposal.ts";
import { findWaiting, orPropose, type Proposed } from "#app/admin/approvals/proposals.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { type MismatchInput, mismatchForm } from "#app/admin/payments/mismatch-decision.form.ts";
import * as mismatches from "#app/admin/payments/mismatch-queue.server.ts";
import * as paymentList from "#app/admin/payments/payment-list.server.ts";
import { PaymentListScreen } from "#app/admin/payments/payment-list-screen.tsx";
import { parsePaymentSearch, paymentsPath } from "#app/admin/payments/payment-search.ts";
import { PaymentsScreen } from "#app/admin/payments/payments-screen.tsx";
import { runMismatchDecision } from "#app/admin/payments/run-mismatch-decision.server.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Payments");

/**
 * /admin/payments?show=payments|fees|refunds&q=&day=&after={id}: the mismatches that wait for an operator, or
 * a list of payments, registration fees or refunds (docs/specification.md#operator-payments).
 * ?confirm={mismatch}: the page that confirms its refund; with &intent=take-in, the one that confirms that.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { searchParams } = new URL(request.url);
  const search = parsePaymentSearch(searchParams);
  const { show } = search;
  const { db, clock, stripeDashboard: dashboard } = context;
  const { page, waits } = await loadPage(context, async () => {
    if (show !== "mismatches") return { show, list: await paymentList.list(db, show, search) };
    const id = searchParams.get("confirm");
    const [queue, asked] = await Promise.all([
      mismatches.list(db, search, clock.now()),
      id === null ? null : mismatches.findListed(db, id, clock.now()),
    ]);
    if (!asked) return { show, queue, asked };
    const intent = searchParams.get("intent");
    const cents = intent === "take-in" ? null : asked.row.amountCents;
    const { isProposed } = await findWaiting(context, "payment", asked.row.id, cents ?? 0);
    return { show, queue, asked: { ...asked, intent, isProposed } };
  });
  return { page, search, waits, dashboard };
}

/** The form: the chosen mismatches, what to do, and why. What moves money is decided one by one. */
const mismatchesForm = mismatchForm
  .omit({ id: true })
  .extend({ pick: picksField("Please choose a mismatch") })
  .refine(({ intent, pick }) => intent === "look-into" || pick.length === 1, {
    path: ["pick"],
    error: "Please choose one mismatch",
  });

/** Refunds a payment of the queue, takes a mismatch into the books, or marks those chosen as resolved. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, mismatchesForm, async ({ intent, pick, reason }) => {
    const decision = { operator, reason };
    const decide = (id: string) =>
      orPropose(
        context,
        decision,
        () => returnProposed(context, { intent, id, reason }),
        () => runMismatchDecision(context, { intent, id, reason }, decision),
      );
    const find = (id: string) => mismatches.findNamed(context, id);
    const decided = await decideOnEach(context, pick, find, decide, refunds.sendSoon);
    const { notice, kind } = noticeOfEach(decided);
    return writes.done(context, notice, paymentsPath(), kind);
  });
}

async function returnProposed({ db }: AppLoadContext, input: MismatchInput): Promise<Proposed> {
  const payment = await mismatches.findPayment(db, input.id);
  const cents = payment?.amountCents ?? refuse("stale", "Someone has already resolved this");
  return { kind: "payment", subjectId: input.id, action: "return-payment", cents, input };
}

export default function Payments() {
  const { page, ...frame } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  return page.show === "mismatches" ? (
    <PaymentsScreen {...page.queue} {...frame} asked={page.asked} reply={reply} />
  ) : (
    <PaymentListScreen {...page.list} {...frame} show={page.show} />
  );
}
