import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Outgoing } from "#app/conversations/outgoing.ts";
import { OutgoingMessages } from "#app/conversations/outgoing-messages.tsx";
import { date, time } from "#app/lib/dates.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames, type Person } from "#app/profiles/profile.ts";
import { Icon } from "#app/ui/icon.tsx";

/** @property createdAt UTC ms */
export type MessageView = {
  id: string;
  number: number;
  senderId: string;
  content: string;
  isRead: boolean;
  createdAt: number;
};
export type ThreadView = {
  id: string;
  other: Person & { id: string };
  /** Whether the viewer has archived it; null: it is not in their list, because nothing was written yet. */
  isArchived: boolean | null;
  messages: MessageView[];
};

type Props = { thread: ThreadView; outgoing: Outgoing[]; viewerId: string; children: ReactNode };

/** A conversation: its messages, oldest first, then the outgoing ones. The children are the send form. */
export function Thread({ thread, outgoing, viewerId, children }: Props) {
  const { other, messages } = thread;
  const log = useRef<HTMLDivElement>(null);
  const latest = messages.at(-1)?.number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls the log to its end
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [latest, outgoing.length]);
  return (
    <section className="thread" aria-label={`Conversation with ${bothNames(other)}`}>
      <div className="row">
        <Link className="icon back" to="/messages" prefetch="none">
          <Icon name="left" />
          <span className="vh">All conversations</span>
        </Link>
        <Avatar profile={other} size={40} />
        <h2>{bothNames(other)}</h2>
        {thread.isArchived === null ? null : <ArchiveForm thread={thread} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className="log" tabIndex={0} role="log" aria-label="Messages" ref={log}>
        {/* CSS reverses the log, so that it starts scrolled to its end, with and without scripts. */}
        <div className="talk">
          {messages.map((message, index) => {
            const day = date(message.createdAt);
            const before = messages[index - 1];
            return (
              <Bubble
                key={message.id}
                message={message}
                day={before && date(before.createdAt) === day ? null : day}
                mine={message.senderId === viewerId}
              />
            );
          })}
          <OutgoingMessages list={outgoing} />
        </div>
      </div>
      {children}
    </section>
  );
}

function ArchiveForm({ thread }: { thread: ThreadView }) {
  return (
    <form method="post" action="/messages" className="archive">
      <input type="hidden" name="conversation" value={thread.id} />
      <button
        type="submit"
        className="btn"
        name="intent"
        value={thread.isArchived ? "bring-back" : "archive"}
      >
        {thread.isArchived ? "Bring back" : "Archive"}
      </button>
    </form>
  );
}

function Bubble({ message, day, mine }: { message: MessageView; day: string | null; mine: boolean }) {
  const { content, createdAt, isRead } = message;
  return (
    <>
      {day ? <p className="day">{day}</p> : null}
      <div className={mine ? "msg me" : "msg"}>
        <p className="whitespace-pre-wrap" dir="auto">
          {content}
        </p>
        <time dateTime={new Date(createdAt).toISOString()}>
          {`${time(createdAt)} UTC${mine ? ` · ${isRead ? "Read" : "Sent"}` : ""}`}
        </time>
      </div>
    </>
  );
}
