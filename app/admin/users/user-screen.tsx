import { AdminFrame } from "#app/admin/admin-frame.tsx";
import { DescriptionList, humanize, LogList } from "#app/admin/facts.tsx";
import { SuspensionPanel, type SuspensionReply } from "#app/admin/users/suspension-panel.tsx";
import type { UserHistory } from "#app/admin/users/user-history.server.ts";
import { usersPath } from "#app/admin/users/user-search.ts";
import { UserTags } from "#app/admin/users/user-tags.tsx";
import type { User } from "#app/admin/users/users.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  user: User;
  history: UserHistory;
  /** Counts that are higher than this were not counted on. */
  countCap: number;
  /** The operator looks at their own account. */
  isOwn: boolean;
  reply: SuspensionReply | null;
  stuck: number | null;
};

/** One user in the console: who they are, what hangs on them, what was done; and suspending or restoring them. */
export function UserScreen({ user, history, countCap, isOwn, reply, stuck }: Props) {
  const capped = (count: number) => (count > countCap ? `${countCap.toLocaleString("en-US")}+` : count);
  return (
    <AdminFrame current="users" stuck={stuck}>
      <p className="mt-5">
        <a className="more" href={usersPath({})}>
          All users
        </a>
      </p>
      <div className="row mt-3 mb-5">
        <Avatar profile={user} size={44} />
        <h1>{user.fullName}</h1>
        <UserTags user={user} />
      </div>
      {user.suspendedAt === null ? null : (
        <div className="mb-6">
          <Note kind="bad" title={`Suspended since ${dateTime(user.suspendedAt)}`}>
            <p>{user.suspendedWhy}</p>
          </Note>
        </div>
      )}
      <div className="desk">
        <div className="stack">
          <UserFacts user={user} history={history} capped={capped} />
          <LogList title={`Gigs (${capped(history.gigCount)})`} empty="No gigs">
            {history.gigs.map(({ slug, title, state, listed }) => (
              <li key={slug}>
                <a href={`/services/s/${encodeURIComponent(slug)}`}>{title}</a>{" "}
                <span className={`tag ${listed ? "ok" : ""}`}>
                  {listed ? "on the market" : offMarket(state)}
                </span>
              </li>
            ))}
          </LogList>
          <LogList title="What happened" empty="Nothing yet">
            {history.events.map(({ n, kind, at }) => (
              <li key={n}>
                {humanize(kind)} <span className="tiny muted num">{dateTime(at)}</span>
              </li>
            ))}
          </LogList>
          <LogList title="What operators did" empty="Nothing yet">
            {history.audit.map(({ n, action, reason, at, operator }) => (
              <li key={n}>
                <b>{humanize(action)}</b>{" "}
                <span className="tiny muted num">
                  {dateTime(at)} by @{operator}
                </span>
                <p>{reason}</p>
              </li>
            ))}
          </LogList>
        </div>
        <div>
          {isOwn || user.deletedAt !== null ? (
            <div className="panel stack">
              {reply?.formError ? <Note kind="bad" title={reply.formError} /> : null}
              <p>{isOwn ? "This is your own account." : "This account has been deleted."}</p>
            </div>
          ) : (
            <SuspensionPanel user={user} reply={reply} />
          )}
        </div>
      </div>
    </AdminFrame>
  );
}

type Counted = (count: number) => string | number;

function UserFacts({ user, history, capped }: { user: User; history: UserHistory; capped: Counted }) {
  const facts: [string, string | number][] = [
    ["E-mail", user.email],
    ["Verified", user.emailVerifiedAt === null ? "no" : dateTime(user.emailVerifiedAt)],
    ["Username", `@${user.username}`],
    ["Role", user.role],
    ["Since", dateTime(user.createdAt)],
    ["Last seen", user.lastSeen === null ? "never" : dateTime(user.lastSeen)],
    ["Sessions", history.sessions],
    ["Orders bought", capped(history.bought)],
    ["Orders sold", capped(history.sold)],
    ["Id", user.id],
  ];
  return <DescriptionList facts={facts} />;
}

function offMarket(state: string): string {
  return state === "active" ? "off the market" : state;
}
