import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ApprovalsScreen } from "#app/admin/approvals/approvals-screen.tsx";
import { confirm, decline } from "#app/admin/approvals/carry-out.server.ts";
import { decidedAlready } from "#app/admin/approvals/proposal.ts";
import * as proposals from "#app/admin/approvals/proposals.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Approvals");

/** /admin/approvals: decisions that wait for a second operator (docs/specification.md#second-operator). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { id } = await requireOperator(context);
  const { db, clock } = context;
  const { page, waits } = await loadPage(context, () => proposals.list(db, clock.now()));
  return { ...page, viewerId: id, waits };
}

const approvalForm = z.object({
  intent: z.enum(["confirm", "decline"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose what to decide" }).max(100),
  reason: reasonField,
});

/** Confirms a proposal, which carries it out, or declines it. One's own can only be withdrawn. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, approvalForm, async ({ intent, id, reason }) => {
    const proposal = (await proposals.find(context.db, id)) ?? refuse("stale", decidedAlready);
    const decide = intent === "confirm" ? confirm : decline;
    const notice = await decide(context, proposal, { operator, reason });
    return writes.done(context, notice, href("/admin/approvals"));
  });
}

export default function Approvals() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ApprovalsScreen {...loaded} reply={reply ?? null} />;
}
