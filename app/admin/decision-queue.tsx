import type { ReactNode } from "react";
import type { DecisionReply } from "#app/admin/decision.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  reply: DecisionReply | null;
  /** The reason that was typed, if its form is no longer on the page; null if it is. */
  lostReason?: string | null;
  /** Shown if nothing waits; null if something does. */
  emptyTitle: string | null;
  /** What waits, one panel each. */
  children: ReactNode;
  recentTitle: string;
  /** What was decided recently, as `li` elements. */
  recent: ReactNode[];
};

/** What waits for an operator's decision, then what was decided recently. */
export function DecisionQueue({ reply, lostReason, emptyTitle, children, recentTitle, recent }: Props) {
  return (
    <>
      <div className="stack mt-5">
        {reply?.formError ? (
          <Note kind="bad" title={reply.formError}>
            {lostReason ? <p>What you have typed: {lostReason}</p> : null}
          </Note>
        ) : null}
        {emptyTitle === null ? null : <Note kind="ok" title={emptyTitle} />}
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
