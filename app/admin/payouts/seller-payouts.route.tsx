import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { payoutDecisionForm } from "#app/admin/payouts/payout-decision.form.ts";
import type { PayoutReply } from "#app/admin/payouts/payout-decision.ts";
import { runPayoutDecision } from "#app/admin/payouts/run-payout-decision.server.ts";
import * as sellerPayouts from "#app/admin/payouts/seller-payouts.server.ts";
import { SellerPayoutsScreen } from "#app/admin/payouts/seller-payouts-screen.tsx";
import { consoleHeaders, notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  consoleMeta(data ? `Payouts of ${data.person.fullName}` : "Payouts");
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
  return data(
    {
      ...page,
      before,
      isOwn: page.person.id === operator.id,
      asked: { confirm: searchParams.get("confirm"), id: searchParams.get("id") ?? "" },
      waits,
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
      const input = writes.parse(form, payoutDecisionForm);
      const decision = { operator, reason: input.reason };
      const { notice, later } = await runPayoutDecision(context, person, input, decision);
      context.later((later?.() ?? Promise.resolve()).then(() => context.sendMails()));
      return writes.done(context, notice, path);
    },
  );
}

/** Shows the form again with the operator's input. */
function againWith({ fields }: SentForm) {
  const text = (name: string) => String(fields.get(name) ?? "");
  const typed = {
    id: text("id"),
    intent: text("intent"),
    reason: text("reason"),
    amount: text("amount"),
    days: text("days"),
    reference: text("reference"),
  };
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
