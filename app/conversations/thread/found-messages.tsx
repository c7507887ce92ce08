import { Link } from "@remix-run/react";
import { conversationPath } from "#app/conversations/conversation.ts";
import { Bubble } from "#app/conversations/thread/bubble.tsx";
import { threadPath } from "#app/conversations/thread/thread-address.ts";
import type { ThreadView } from "#app/conversations/thread/thread-view.ts";
import { date } from "#app/lib/dates.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** The results of a search in a conversation, newest first. */
export function FoundMessages({ thread, viewerId }: { thread: ThreadView; viewerId: string }) {
  const { id, messages, q, furtherBefore } = thread;
  const timeZone = useTimeZone();
  return (
    <section className="found" aria-label={`Messages with “${q}”`}>
      <p className="row between">
        <b dir="auto">{`“${q}”`}</b>
        <Link to={conversationPath(id)} prefetch="none">
          All messages
        </Link>
      </p>
      {messages.map((message) => (
        <div key={message.id}>
          <p className="day">
            {`${date(message.createdAt, timeZone)} · `}
            <Link to={`${threadPath(id, { before: message.number + 1 })}#m${message.number}`} prefetch="none">
              Show in conversation
            </Link>
          </p>
          <Bubble
            conversation={id}
            message={message}
            mine={message.senderId === viewerId}
            isStranger={!thread.side?.hasWritten}
            now={thread.now}
            timeZone={timeZone}
          />
        </div>
      ))}
      {messages.length === 0 ? <p className="muted">Not found here.</p> : null}
      {furtherBefore === null ? null : (
        <Link className="btn" to={threadPath(id, { q, before: furtherBefore })} prefetch="none">
          Search further back
        </Link>
      )}
    </section>
  );
}
