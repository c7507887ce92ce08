import { Link } from "@remix-run/react";
import { conversationPath } from "#app/conversations/conversation.ts";
import { date } from "#app/lib/dates.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames, type Person } from "#app/profiles/profile.ts";

/** @property updatedAt UTC ms @property lastMessage null if there is no message yet */
export type ConversationView = {
  id: string;
  other: Person;
  lastMessage: string | null;
  updatedAt: number;
  unread: number;
};

export function ConversationList({ list, shown }: { list: ConversationView[]; shown: string | null }) {
  return (
    <nav className="convos" id="list" aria-label="Conversations">
      {list.map(({ id, other, lastMessage, updatedAt, unread }) => (
        <Link
          key={id}
          to={conversationPath(id)}
          aria-current={id === shown ? "true" : undefined}
          prefetch="none"
        >
          <Avatar profile={other} size={44} />
          <div>
            <div className="row between">
              <b>{bothNames(other)}</b>
              <span className="tiny muted">{date(updatedAt)}</span>
            </div>
            <p className="small muted">
              {/* Comes first: hidden text at the end of a truncated line would make the page wider. */}
              {unread > 0 ? <span className="vh">{`${unread} unread: `}</span> : null}
              <span className={unread > 0 ? "new" : undefined} dir="auto">
                {lastMessage ?? "No messages yet"}
              </span>
            </p>
          </div>
        </Link>
      ))}
    </nav>
  );
}
