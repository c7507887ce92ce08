import { detailsOf, proposalTitle } from "#app/admin/approvals/proposal.ts";
import type { list, ShownProposal } from "#app/admin/approvals/proposals.server.ts";
import type { Waits } from "#app/admin/console-menu.ts";
import { type DecisionReply, replyAbout } from "#app/admin/decision.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import { DecisionQueue } from "#app/admin/decision-queue.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { settingOf } from "#app/admin/settings/setting.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

type Props = Awaited<ReturnType<typeof list>> & {
  viewerId: string;
  waits: Waits | null;
  reply: DecisionReply | null;
};

/** Decisions that wait for a second operator, then the recent ones. */
export function ApprovalsScreen({ waiting, decided, viewerId, waits, reply }: Props) {
  return (
    <QueuePage current="approvals" waits={waits} title="Approvals">
      <DecisionQueue
        reply={reply}
        waiting={waiting.map(({ id }) => id)}
        emptyTitle="Nothing waits for a second operator"
        recentTitle="Recently decided"
        recent={decided.map((one) => (
          <li key={one.id}>
            {`${decidedWord(one)}: ${proposalTitle(one)}, `}
            <About {...one} />
            {`, proposed by ${nameOf(one.operator)} `}
            <span className="tiny muted num">{dateTime(one.decidedAt ?? one.expiresAt)}</span>
          </li>
        ))}
      >
        {waiting.map((one) => (
          <section key={one.id} className="panel stack">
            <h2>{proposalTitle(one)}</h2>
            <p>
              <About {...one} />
              {`, proposed by ${nameOf(one.operator)} on `}
              <span className="num">{dateTime(one.at)}</span>
              {", to confirm by "}
              <span className="num">{dateTime(one.expiresAt)}</span>
            </p>
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
            <DecisionForm
              reply={replyAbout(reply, one.id)}
              hidden={{ id: one.id }}
              reasonId={`reason-${one.id}`}
              buttons={buttonsFor(one, viewerId)}
            />
          </section>
        ))}
      </DecisionQueue>
    </QueuePage>
  );
}

function buttonsFor(one: ShownProposal, viewerId: string): DecisionButton[] {
  if (one.operatorId === viewerId) return [{ intent: "decline", label: "Withdraw" }];
  return [
    { intent: "confirm", label: `Confirm: ${proposalTitle(one)}`, kind: "go" },
    { intent: "decline", label: "Decline", kind: "stop" },
  ];
}

function decidedWord({ state, operator, decidedBy }: ShownProposal): string {
  if (state === "confirmed") return `Confirmed by ${nameOf(decidedBy)}`;
  if (decidedBy === null) return "Not confirmed in time";
  return operator === decidedBy ? "Withdrawn" : `Declined by ${nameOf(decidedBy)}`;
}

function nameOf(username: string | null): string {
  return username === null ? "a deleted account" : `@${username}`;
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
  return <a href={to}>{nameOf(person)}</a>;
}
