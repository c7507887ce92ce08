import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { proposedNotice } from "#app/admin/approvals/proposal.ts";
import * as proposals from "#app/admin/approvals/proposals.server.ts";
import { isProposed } from "#app/admin/approvals/second-operator.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { parseDollars } from "#app/admin/orders/operator-refund.ts";
import { type PayoutDecisionInput, payoutDecisionForm } from "#app/admin/payouts/payout-decision.form.ts";
import { mostByHand, type PayoutReply, refusalsToFields } from "#app/admin/payouts/payout-decision.ts";
import { runPayoutDecision } from "#app/admin/payouts/run-payout-decision.server.ts";
import * as sellerPayouts from "#app/admin/payouts/seller-payouts.server.ts";
import { payoutsTitle, SellerPayoutsScreen } from "#app/admin/payouts/seller-payouts-screen.tsx";
import { consoleHeaders, notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  consoleMeta(data ? payoutsTitle(data.person) : "Payouts");
export const headers = () => consoleHeaders;

/**
 * /admin/payouts/{user}?before={order}: a person's payouts, and the orders that wait after that one
 * (docs/specification.md#operator-payouts). ?confirm={intent}&id=: the page that confirms what moves money.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const { searchParams } = new URL(request.url);
  const before = searchParams.get("before");
  const asksAmount = searchParams.get("confirm") === "pay-by-hand";
  const { page, waits } = await loadPage(context, () =>
    sellerPayouts.find(db, params.id ?? "", before, clock.now(), asksAmount),
  );
  if (!page) return notFound();
  const asked = { confirm: searchParams.get("confirm"), id: searchParams.get("id") ?? "" };
  const debt = page.debts.find(({ orderId }) => orderId === asked.id);
  const cents = asksAmount ? mostByHand(page) : asked.confirm === "write-off" ? debt?.cents : 0;
  return data(
    {
      ...page,
      isProposed: await isProposed(db, page.person.id, cents ?? 0, clock.now()),
      proposal: await proposals.findOpen(db, "payouts", page.person.id, clock.now()),
      before,
      isOwn: page.person.id === operator.id,
      asked,
      waits,
      dashboard: context.stripeDashboard,
    },
    { headers: consoleHeaders },
  );
}

/** Decides about the person's payouts. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const person = (await sellerPayouts.findPerson(context.db, params.id ?? "")) ?? notFound();
  const form = await readForm(request, payoutDecisionForm);
  const path = href("/admin/payouts/:id", { id: person.id });
  return await writes.run(
    context,
    form,
    { path, again: againWith(form), failed: decisionFailed },
    async () => {
      const wrong = refusalsToFields(typedIn(form));
      const input = writes.parse(form, payoutDecisionForm, wrong);
      const decision = { operator, reason: input.reason };
      const done = await proposals.orPropose(
        context,
        decision,
        () => payoutProposed(context, person.id, input),
        () => runPayoutDecision(context, person, input, decision),
      );
      if (done === null) return writes.done(context, proposedNotice, path, "info");
      context.later((done.later?.() ?? Promise.resolve()).then(() => context.sendMails()));
      return writes.done(context, done.notice, path);
    },
  );
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

function typedIn({ fields }: SentForm) {
  const text = (name: string) => String(fields.get(name) ?? "");
  return {
    id: text("id"),
    intent: text("intent"),
    reason: text("reason"),
    amount: text("amount"),
    days: text("days"),
    reference: text("reference"),
  };
}

/** Shows the form again with the operator's input. */
function againWith(form: SentForm) {
  const typed = typedIn(form);
  return ({ sentence, errors: { reason, amount, days, reference, ...others } }: Refusal): PayoutReply => ({
    ...typed,
    errors: { reason, amount, days, reference },
    formError: sentence ?? Object.values(others).flat()[0] ?? null,
  });
}

export default function SellerPayouts() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SellerPayoutsScreen {...loaded} reply={reply ?? null} />;
}
