import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { PickList } from "#app/admin/pick-list.tsx";
import type { Column } from "#app/admin/table.tsx";
import type { UsedLimit } from "#app/admin/users/user-limits.server.ts";
import type { ListedSession } from "#app/admin/users/user-sessions.server.ts";
import type { ContentOf } from "#app/admin/users/user-tab.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props<Tab extends "sessions" | "limits"> = {
  content: ContentOf<Tab>;
  /** True if this operator may not decide about the account. */
  isFixed: boolean;
  reply: DecisionReply | null;
};

const sessionColumns: Column<ListedSession>[] = [
  {
    label: "Browser",
    cell: ({ device, place }) => (
      <>
        {device}
        {place === null ? null : <p className="tiny muted">{place}</p>}
      </>
    ),
  },
  { label: "State", cell: SessionState },
  { label: "Second factor", cell: ({ aal }) => (aal === "aal2" ? "used" : "–") },
  { label: "Started", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
  { label: "Last seen", kind: "num", cell: ({ seenAt }) => dateTime(seenAt) },
];

function SessionState({ isAlive, owesFactor, endedAt, expiresAt }: ListedSession) {
  if (isAlive)
    return owesFactor ? (
      <span className="tag wait">Waiting for a code</span>
    ) : (
      <span className="tag ok">Signed in</span>
    );
  return endedAt === null ? `Expired ${dateTime(expiresAt)}` : `Ended ${dateTime(endedAt)}`;
}

/** A user's sessions, with the form that ends the chosen ones. */
export function UserSessions({ content: { shown }, isFixed, reply }: Props<"sessions">) {
  const isOpen = !isFixed && shown.some(({ isAlive }) => isAlive);
  return (
    <PickList
      label="Sessions"
      columns={sessionColumns}
      rows={shown}
      about={({ id, device, createdAt }) => ({ id, version: 0, name: `${device}, ${dateTime(createdAt)}` })}
      isFixed={({ isAlive }) => isFixed || !isAlive}
      buttons={isOpen ? [{ intent: "end-sessions", label: "End the chosen sessions", kind: "stop" }] : []}
      empty={<Empty title="No sessions in the last 30 days" />}
      reply={isOpen && reply?.intent === "end-all-sessions" ? null : reply}
    />
  );
}

/** The form that ends all sessions of a user, including those on other pages of the list. */
export function EndAllSessions({ reply }: { reply: DecisionReply | null }) {
  return (
    <DecisionForm
      reply={reply?.intent === "end-all-sessions" ? reply : null}
      heading="End all sessions"
      hint="Every browser is signed out immediately. The password stays as it is."
      reasonId="reason-all"
      buttons={[{ intent: "end-all-sessions", label: "End all sessions", kind: "stop" }]}
    />
  );
}

const limitColumns: Column<UsedLimit>[] = [
  { label: "What", cell: ({ label }) => label },
  { label: "Used", kind: "num", cell: ({ count, most }) => `${count} of ${most}` },
  {
    label: "State",
    cell: ({ count, most, slows }) => {
      if (count < most) return <span className="tag wait">Nearly used up</span>;
      return <span className="tag bad">{slows ? "Slowed" : "Refused"}</span>;
    },
  },
  { label: "Until", kind: "num", cell: ({ resetsAt }) => dateTime(resetsAt) },
];

/** The limits that a user has used up, with the form that lifts the chosen ones. */
export function UserLimits({ content: { shown, next }, isFixed, reply }: Props<"limits">) {
  return (
    <>
      <p className="muted">
        Limits that this account or its email address has reached or nearly reached. Network limits are
        separate and reset automatically.
      </p>
      <PickList
        label="Limits"
        columns={limitColumns}
        rows={shown}
        about={({ number, version, label }) => ({ id: String(number), version, name: label })}
        isFixed={() => isFixed}
        buttons={
          isFixed || shown.length === 0
            ? []
            : [{ intent: "lift-limits", label: "Lift the chosen limits", kind: "go" }]
        }
        empty={
          <Empty title={next === null ? "No limits are used up" : "No limits are used up on this page"} />
        }
        reply={reply}
      />
    </>
  );
}
