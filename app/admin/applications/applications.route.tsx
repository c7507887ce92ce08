import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { applicationsPath, parseApplicationSearch } from "#app/admin/applications/application-search.ts";
import * as applications from "#app/admin/applications/applications.server.ts";
import { ApplicationsScreen } from "#app/admin/applications/applications-screen.tsx";
import { runVetting, type VettingInput } from "#app/admin/applications/run-vetting.server.ts";
import { proposedNotice } from "#app/admin/approvals/proposal.ts";
import { findOpen, orPropose, type Proposed } from "#app/admin/approvals/proposals.server.ts";
import { isProposed } from "#app/admin/approvals/second-operator.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { ruleField, rulePicked } from "#app/admin/rule.form.ts";
import { leftOf } from "#app/ledger/shares.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { isRefusal, type VettingAction } from "#app/sellers/vetting.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Applications");
export const headers = () => consoleHeaders;

/**
 * /admin/applications?show=unpaid|vetted|refused&after={number}, or ?id={registration}: sellers'
 * applications (docs/specification.md#operator-applications). ?id={registration}&confirm={intent}: the page
 * that confirms a decision that returns the fee.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { searchParams } = new URL(request.url);
  const search = parseApplicationSearch(searchParams);
  const { page, waits } = await loadPage(context, () => applications.list(context.db, search));
  const confirm = searchParams.get("confirm");
  const { db, clock } = context;
  const at = clock.now();
  const one = search.id === null ? undefined : page.applications[0]?.seller;
  const proposal = one ? await findOpen(db, "application", one.userId, at) : null;
  const returned = one && confirm !== null ? leftOf(registrationOf(one)) : 0;
  const waitsForOther = one !== undefined && (await isProposed(db, one.userId, returned, at));
  return data(
    { search, ...page, waits, confirm, isProposed: waitsForOther, proposal },
    { headers: consoleHeaders },
  );
}

const toasts: Record<VettingAction, string> = {
  vet: "Vetted",
  ask: "Asked for evidence",
  waive: "The fee was waived, and they can sell",
  "return-fee": "The fee is being returned",
  refuse: "Refused",
  "refuse-and-return": "Refused, and the fee is being returned",
};

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
    const find = async (id: string) => {
      const row = (await sellers.find(context.db, id)) ?? refuse("stale", "There is no such application");
      const profile = await profiles.find(context.db, row.userId);
      return { row, name: profile?.fullName ?? row.userId };
    };
    const decision = { operator, ...why };
    let proposed = 0;
    try {
      await decideOnEach(context, pick, find, async (seller, version) => {
        const done = await orPropose(
          context,
          decision,
          () => feeProposed(seller, { id: seller.id, version, intent, rule: why.rule }),
          () => runVetting(context, intent, seller, version, decision).then(() => true),
        );
        if (done === null) proposed++;
      });
    } finally {
      context.later(refunds.sendDue(context, 0).then(() => context.sendMails()));
    }
    const to = applicationsPath({ ...search, after: null });
    if (proposed === 0) return writes.done(context, toasts[intent], to);
    const some = `${proposed} of ${pick.length} wait until another operator confirms them, within 7 days. The others are decided.`;
    return writes.done(context, proposed === pick.length ? proposedNotice : some, to, "info");
  });
}

function feeProposed(seller: sellers.Seller, input: VettingInput): Proposed {
  const cents = leftOf(registrationOf(seller));
  return { kind: "application", subjectId: seller.userId, action: input.intent, cents, input };
}

export default function Applications() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ApplicationsScreen {...loaded} reply={reply ?? null} />;
}
