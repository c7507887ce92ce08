import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { confirm, decline } from "#app/admin/approvals/carry-out.server.ts";
import { decidedAlready, detailsOf, proposalTitle, tooNewToConfirm } from "#app/admin/approvals/proposal.ts";
import type { ShownProposal } from "#app/admin/approvals/proposals.server.ts";
import * as proposals from "#app/admin/approvals/proposals.server.ts";
import { mayConfirm } from "#app/admin/approvals/second-operator.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import type { DecisionReply } from "#app/admin/decision.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { LogList } from "#app/admin/log-list.tsx";
import { LostReason } from "#app/admin/lost-input.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { settingOf } from "#app/admin/settings/setting.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { Empty } from "#app/ui/empty.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Approvals");

/** /admin/approvals: decisions that wait for a second operator (docs/specification.md#second-operator). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { id } = await requireOperator(context);
  const { db, clock } = context;
  const { page, waits } = await loadPage(context, async () => {
    const [lists, may] = await Promise.all([
      proposals.list(db, clock.now()),
      mayConfirm(db, id, clock.now()),
    ]);
    return { ...lists, mayConfirm: may };
  });
  return { ...page, viewerId: id, waits };
}

const approvalForm = z.object({
  intent: z.enum(["confirm", "decline"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose what to decide" }).max(100),
  reason: reasonField,
});

/** Confirms a proposal, which carries it out, or declines it. Operators can only withdraw their own. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, approvalForm, async ({ intent, id, reason }) => {
    const proposal = (await proposals.find(context.db, id)) ?? refuse("stale", decidedAlready);
    const decide = intent === "confirm" ? confirm : decline;
    const notice = await decide(context, proposal, { operator, reason });
    return writes.done(context, notice, href("/admin/approvals"));
  });
}

/** Decisions that wait for a second operator, then the recently decided ones. */
export default function Approvals() {
  const { waiting, decided, ...viewer } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  const isLost = reply !== null && !waiting.some(({ id }) => id === reply.id);
  return (
    <QueuePage current="approvals" title="Approvals">
      {isLost ? <LostReason reply={reply} /> : null}
      {viewer.mayConfirm || waiting.length === 0 ? null : <p className="mt-5">{tooNewToConfirm}</p>}
      <div className="mt-5">
        {waiting.length > 0 ? (
          <Table
            label="Proposals"
            columns={columnsFor(viewer, reply)}
            rows={waiting}
            keyOf={({ id }) => id}
          />
        ) : (
          <Empty title="Nothing is waiting for a second operator" />
        )}
      </div>
      {decided.length > 0 ? (
        <LogList title="Recently decided" empty="">
          {decided.map((one) => (
            <li key={one.id}>
              {`${decidedWord(one)}: ${proposalTitle(one)}, `}
              <About {...one} />
              {`, proposed by ${proposerOf(one)} `}
              <span className="tiny muted num">{dateTime(one.decidedAt ?? one.expiresAt)}</span>
            </li>
          ))}
        </LogList>
      ) : null}
    </QueuePage>
  );
}

type Viewer = { viewerId: string; mayConfirm: boolean };

function columnsFor(viewer: Viewer, reply: DecisionReply | null): Column<ShownProposal>[] {
  return [
    {
      label: "Proposal",
      kind: "why",
      cell: (one) => (
        <>
          <h2>{proposalTitle(one)}</h2>
          {detailsOf(one.kind, one.input).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {one.action === "write-off-debt" && typeof one.input.id === "string" ? (
            <p>
              {"For "}
              <OrderLink id={one.input.id} />
            </p>
          ) : null}
          <blockquote className="whitespace-pre-wrap" dir="auto">
            {one.reason}
          </blockquote>
        </>
      ),
    },
    { label: "About", cell: About },
    {
      label: "Proposed",
      kind: "num",
      cell: (one) => (
        <>
          <p>{dateTime(one.at)}</p>
          <p className="tiny muted">{`by ${proposerOf(one)}`}</p>
        </>
      ),
    },
    { label: "Confirm by", kind: "num", cell: ({ expiresAt }) => dateTime(expiresAt) },
    {
      label: "Decide",
      isAction: true,
      cell: (one) => {
        const mine = reply?.id === one.id ? reply : null;
        return (
          <details open={mine !== null}>
            <summary>Decide</summary>
            <DecisionForm
              reply={mine}
              hidden={{ id: one.id }}
              reasonId={`reason-${one.id}`}
              buttons={buttonsFor(one, viewer)}
            />
          </details>
        );
      },
    },
  ];
}

function buttonsFor(one: ShownProposal, { viewerId, mayConfirm }: Viewer): DecisionButton[] {
  if (one.operatorId === viewerId) return [{ intent: "decline", label: "Withdraw" }];
  const decline: DecisionButton = { intent: "decline", label: "Decline", kind: "stop" };
  if (!one.isByOperator || !mayConfirm) return [decline];
  return [{ intent: "confirm", label: `Confirm: ${proposalTitle(one)}`, kind: "go" }, decline];
}

function decidedWord({ state, operator, decidedBy }: ShownProposal): string {
  if (state === "confirmed") return `Confirmed by ${accountName(decidedBy)}`;
  if (state !== "declined") return "Not confirmed in time";
  return operator === decidedBy ? "Withdrawn" : `Declined by ${accountName(decidedBy)}`;
}

function proposerOf({ operator, isByOperator }: ShownProposal): string {
  return `${accountName(operator)}${isByOperator ? "" : ", who is no longer an operator"}`;
}

/** A link to what a proposal is about. */
function About({ kind, subjectId, person }: ShownProposal) {
  if (kind === "order") return <OrderLink id={subjectId} />;
  if (kind === "payment") return <a href={href("/admin/payments")}>a payment mismatch</a>;
  if (kind === "setting")
    return (
      <a href={`${href("/admin/settings")}#${subjectId}`}>{settingOf(subjectId)?.label ?? "a setting"}</a>
    );
  const to =
    kind === "payouts"
      ? href("/admin/payouts/:id", { id: subjectId })
      : href("/admin/users/:id", { id: subjectId });
  return <a href={to}>{accountName(person)}</a>;
}
