import { Link } from "@remix-run/react";
import { Fragment, type ReactNode, useMemo, useRef, useState } from "react";
import { conversationPath } from "#app/conversations/conversation.ts";
import type { PageState } from "#app/conversations/live/page-state.ts";
import {
  OfflineNote,
  OutgoingMessages,
  type Sending,
} from "#app/conversations/sending/outgoing-messages.tsx";
import { Bubble } from "#app/conversations/thread/bubble.tsx";
import { FoundMessages } from "#app/conversations/thread/found-messages.tsx";
import { threadPath } from "#app/conversations/thread/thread-address.ts";
import { ThreadHead } from "#app/conversations/thread/thread-head.tsx";
import type { ThreadView } from "#app/conversations/thread/thread-view.ts";
import { usePlaceInLog } from "#app/conversations/thread/use-place-in-log.ts";
import { date } from "#app/lib/dates.ts";
import { bothNames } from "#app/profiles/profile.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** The part of the conversation that the open page has, and functions that load more of it. */
type Shown = Pick<PageState, "window"> & { loadOlder: () => void; loadNewer: () => void };

type Props = { thread: ThreadView; shown: Shown; sending: Sending; viewerId: string; children: ReactNode };

/** A conversation: its messages, oldest first, then the outgoing ones. The children are the send form. */
export function Thread({ thread, shown, sending, viewerId, children }: Props) {
  return (
    <section className="thread" aria-label={`Conversation with ${bothNames(thread.other)}`}>
      <ThreadHead thread={thread} />
      {thread.q ? (
        <FoundMessages thread={thread} viewerId={viewerId} />
      ) : (
        <Log thread={thread} shown={shown} sending={sending} viewerId={viewerId} />
      )}
      <OfflineNote {...sending} />
      {children}
    </section>
  );
}

function Log({ thread, shown, sending, viewerId }: Omit<Props, "children">) {
  const timeZone = useTimeZone();
  const log = useRef<HTMLDivElement>(null);
  // By the next load these messages are read. The line stays while the conversation is open.
  const [firstUnread] = useState(thread.firstUnread);
  const { messages, older, newer } = shown.window;
  const ids = useMemo(() => new Set(messages.map(({ id }) => id)), [messages]);
  usePlaceInLog(log, sending.messages.length, shown);
  const [first, last] = [messages[0], messages.at(-1)];
  const isStranger = !thread.side?.hasWritten && messages.every(({ senderId }) => senderId !== viewerId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="log" tabIndex={0} role="log" aria-label="Messages" ref={log}>
      {/* CSS reverses the log, so that it starts scrolled to its end, with and without scripts. */}
      <div className="talk">
        {older && first ? (
          <Link
            className="btn"
            to={threadPath(thread.id, { before: first.number })}
            prefetch="none"
            data-older
          >
            Older messages
          </Link>
        ) : null}
        {messages.map((message, index) => {
          const day = date(message.createdAt, timeZone);
          const before = messages[index - 1];
          return (
            <Fragment key={message.id}>
              {before && date(before.createdAt, timeZone) === day ? null : <p className="day">{day}</p>}
              {message.number === firstUnread ? (
                <p className="fresh">
                  <span>New messages</span>
                </p>
              ) : null}
              <Bubble
                conversation={thread.id}
                message={message}
                mine={message.senderId === viewerId}
                isStranger={isStranger}
                now={thread.now}
                timeZone={timeZone}
              />
            </Fragment>
          );
        })}
        {newer && last ? (
          <p className="row">
            <Link
              className="btn"
              to={threadPath(thread.id, { after: last.number })}
              prefetch="none"
              data-newer
            >
              Newer messages
            </Link>
            <Link className="btn" to={conversationPath(thread.id)} prefetch="none">
              Latest
            </Link>
          </p>
        ) : null}
        <OutgoingMessages sending={sending} conversation={thread.id} shown={ids} />
      </div>
    </div>
  );
}
