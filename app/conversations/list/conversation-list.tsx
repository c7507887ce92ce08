import { Link } from "@remix-run/react";
import { conversationPath } from "#app/conversations/conversation.ts";
import {
  type ConversationView,
  type ListFilter,
  listFilters,
  listPath,
} from "#app/conversations/list/list.ts";
import { date } from "#app/lib/dates.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames } from "#app/profiles/profile.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  list: ConversationView[];
  filter: ListFilter;
  /** The part of a name that was searched for; empty: any. */
  name: string;
  /** The address of the next page; null on the last. */
  older: string | null;
  shown: string | null;
};

export function ConversationList({ list, filter, name, older, shown }: Props) {
  const timeZone = useTimeZone();
  return (
    <nav className="convos" id="list" aria-label="Conversations">
      <Which filter={filter} name={name} />
      {list.map(({ id, other, lastMessage, updatedAt, unread }) => (
        <Link
          key={id}
          to={conversationPath(id, filter)}
          aria-current={id === shown ? "true" : undefined}
          prefetch="none"
        >
          <Avatar profile={other} size={44} />
          <div>
            <div className="row between">
              <b>{bothNames(other)}</b>
              <span className="tiny muted">{date(updatedAt, timeZone)}</span>
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
      {list.length === 0 ? <p className="muted m-4">{noneSentences[filter]}</p> : null}
      {older ? (
        <Link to={older} prefetch="none">
          <b>Older conversations</b>
        </Link>
      ) : null}
    </nav>
  );
}

const noneSentences: Record<ListFilter, string> = {
  all: "No conversations here.",
  unread: "Nothing unread.",
  archived: "Nothing archived.",
};

const filterNames: Record<ListFilter, string> = { all: "All", unread: "Unread", archived: "Archived" };

/** The choice of conversations to list: links and a plain form, so that it works without scripts. */
function Which({ filter, name }: Pick<Props, "filter" | "name">) {
  return (
    <div className="which">
      <div className="chips">
        {listFilters.map((one) => (
          <Link
            key={one}
            to={listPath({ filter: one, before: null, name })}
            aria-current={one === filter ? "true" : undefined}
            prefetch="none"
          >
            {filterNames[one]}
          </Link>
        ))}
      </div>
      <form key={name} method="get" action="/messages" aria-label="Find a conversation">
        {filter === "all" ? null : <input type="hidden" name="show" value={filter} />}
        <label className="vh" htmlFor="name">
          Person's name
        </label>
        <input
          className="in"
          type="search"
          id="name"
          name="name"
          defaultValue={name}
          placeholder="Person's name"
          maxLength={100}
        />
        <button type="submit" className="btn">
          Find
        </button>
      </form>
    </div>
  );
}
