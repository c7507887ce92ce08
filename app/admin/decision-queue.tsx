import type { ReactNode } from "react";
import type { DecisionReply } from "#app/admin/decision.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  reply: DecisionReply | null;
  /** The ids of what waits. What was typed about something else is shown again, with the refusal. */
  waiting: string[];
  /** Shown if nothing waits. */
  emptyTitle: string;
  /** What waits, one panel each. */
  children: ReactNode;
  recentTitle: string;
  /** What was decided recently, as `li` elements. */
  recent: ReactNode[];
};

/** What waits for an operator's decision, then what was decided recently. */
export function DecisionQueue({ reply, waiting, emptyTitle, children, recentTitle, recent }: Props) {
  const lostReason = reply && !waiting.includes(reply.id) ? reply.reason : null;
  return (
    <>
      <div className="stack mt-5">
        {reply?.formError ? (
          <Note kind="bad" title={reply.formError}>
            {lostReason ? <p>{`You typed: ${lostReason}`}</p> : null}
          </Note>
        ) : null}
        {waiting.length === 0 ? <Note kind="ok" title={emptyTitle} /> : null}
        {children}
      </div>
      {recent.length > 0 ? (
        <section className="mt-6">
          <h2 className="mb-3">{recentTitle}</h2>
          <ul className="log-list">{recent}</ul>
        </section>
      ) : null}
    </>
  );
}
