import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as proposals from "#app/admin/approvals/proposals.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { parseDollars } from "#app/admin/orders/operator-refund.ts";
import { type PayoutDecisionInput, payoutDecisionForm } from "#app/admin/payouts/payout-decision.form.ts";
import { maxByHand } from "#app/admin/payouts/payout-decision.ts";
import { decideOnPayouts } from "#app/admin/payouts/run-payout-decision.server.ts";
import * as sellerPayouts from "#app/admin/payouts/seller-payouts.server.ts";
import { payoutsTitle, SellerPayoutsScreen } from "#app/admin/payouts/seller-payouts-screen.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { href } from "#app/lib/href.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  consoleMeta(data ? payoutsTitle(data.person) : "Payouts");

/**
 * /admin/payouts/{user}?before={order}: a person's payouts, and the orders that wait after that one
 * (docs/specification.md#operator-payouts). ?confirm={intent}&id=: the page that confirms what moves money.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const { searchParams } = new URL(request.url);
  const before = searchParams.get("before");
  const asked = { confirm: searchParams.get("confirm"), id: searchParams.get("id") ?? "" };
  const asksAmount = asked.confirm === "pay-by-hand";
  const { page, waits } = await loadPage(context, async () => {
    const found =
      (await sellerPayouts.find(db, params.id ?? "", before, clock.now(), asksAmount)) ?? notFound();
    const debt = found.debts.find(({ orderId }) => orderId === asked.id);
    const cents = asksAmount ? maxByHand(found) : asked.confirm === "write-off" ? debt?.cents : 0;
    return { ...found, ...(await proposals.findWaiting(context, "payouts", found.person.id, cents ?? 0)) };
  });
  return {
    ...page,
    before,
    isOwn: page.person.id === operator.id,
    asked,
    waits,
    dashboard: context.stripeDashboard,
  };
}

/** Decides about the person's payouts. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const person = (await sellerPayouts.findPerson(context.db, params.id ?? "")) ?? notFound();
  const decide = async (input: PayoutDecisionInput) => {
    const decision = { operator, reason: input.reason };
    const { notice, kind } = await proposals.orPropose(
      context,
      decision,
      () => payoutProposed(context, person.id, input),
      () => decideOnPayouts(context, person, input, decision),
    );
    return writes.done(context, notice, href("/admin/payouts/:id", { id: person.id }), kind);
  };
  return await runDecision(request, context, payoutDecisionForm, decide, ["amount", "days", "reference"]);
}

async function payoutProposed(
  { db }: AppLoadContext,
  userId: string,
  input: PayoutDecisionInput,
): Promise<proposals.Proposed> {
  const isByHand = input.intent === "pay-by-hand";
  const debt = isByHand ? null : await sellerPayouts.findDebt(db, userId, input.id);
  const cents = (isByHand ? parseDollars(input.amount) : debt?.cents) ?? 0;
  const action = isByHand ? "pay-by-hand" : "write-off-debt";
  return { kind: "payouts", subjectId: userId, action, cents, input };
}

export default function SellerPayouts() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SellerPayoutsScreen {...loaded} reply={reply ?? null} />;
}
