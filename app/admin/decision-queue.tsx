import type { ReactNode } from "react";
import type { DecisionReply } from "#app/admin/decision.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  reply: DecisionReply | null;
  /** The ids of the waiting items. Text typed about any other item is shown again with the refusal. */
  waiting: string[];
  /** Shown if nothing is waiting. */
  emptyTitle: string;
  /** The waiting items, one panel each. */
  children: ReactNode;
  recentTitle: string;
  /** Recent decisions, as `li` elements. */
  recent: ReactNode[];
};

/** The items that wait for an operator's decision, then the recent decisions. */
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
