import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { applicationsPath, parseApplicationSearch } from "#app/admin/applications/application-search.ts";
import * as applications from "#app/admin/applications/applications.server.ts";
import { ApplicationsScreen } from "#app/admin/applications/applications-screen.tsx";
import { runVetting, type VettingInput } from "#app/admin/applications/vetting.server.ts";
import { noticeOfEach } from "#app/admin/approvals/proposal.ts";
import { findWaiting, orPropose, type Proposed } from "#app/admin/approvals/proposals.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { ruleField, rulePicked } from "#app/admin/rule.form.ts";
import { leftOf } from "#app/ledger/shares.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import type { Seller } from "#app/sellers/sellers.server.ts";
import { isRefusal } from "#app/sellers/vetting.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Applications");

/**
 * /admin/applications?show=unpaid|vetted|refused&after={number}, or ?id={registration}: sellers'
 * applications (docs/specification.md#operator-applications). ?id={registration}&confirm={intent}: the page
 * that confirms a decision that returns the fee.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { searchParams } = new URL(request.url);
  const search = parseApplicationSearch(searchParams);
  const confirm = searchParams.get("confirm");
  const { page, waits } = await loadPage(context, async () => {
    const list = await applications.list(context.db, search);
    const one = search.id === null ? undefined : list.shown[0]?.seller;
    const returned = one && confirm !== null ? leftOf(registrationOf(one)) : 0;
    const { proposal, isProposed } = one
      ? await findWaiting(context, "application", one.userId, returned)
      : { proposal: null, isProposed: false };
    return { ...list, isProposed, proposal };
  });
  return { search, ...page, waits, confirm };
}

/** The form: the chosen registrations, what to do, and why. A refusal names its rule. */
const applicationForm = z
  .object({
    intent: z.enum(["vet", "ask", "waive", "return-fee", "refuse", "refuse-and-return"], {
      error: "Please choose what to do",
    }),
    pick: picksField("Please choose an application"),
    rule: ruleField,
    reason: reasonField,
  })
  .refine(({ intent, rule }) => !isRefusal(intent) || rule !== undefined, rulePicked);

/** Decides on the chosen registrations. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const search = parseApplicationSearch(new URL(request.url).searchParams);
  return await runDecision(request, context, applicationForm, async ({ intent, pick, ...why }) => {
    const find = (id: string) => applications.findNamed(context.db, id);
    const decision = { operator, ...why };
    const decide = (seller: Seller, version: number) =>
      orPropose(
        context,
        decision,
        () => feeProposed(seller, { id: seller.id, version, intent, rule: why.rule }),
        () => runVetting(context, intent, seller, version, decision),
      );
    const decided = await decideOnEach(context, pick, find, decide, refunds.sendSoon);
    const { notice, kind } = noticeOfEach(decided);
    return writes.done(context, notice, applicationsPath({ ...search, after: null }), kind);
  });
}

function feeProposed(seller: Seller, input: VettingInput): Proposed {
  const cents = leftOf(registrationOf(seller));
  return { kind: "application", subjectId: seller.userId, action: input.intent, cents, input };
}

export default function Applications() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ApplicationsScreen {...loaded} reply={reply ?? null} />;
}
