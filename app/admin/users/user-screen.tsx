import { ApplicationLink } from "#app/admin/applications/application-link.tsx";
import type { Waits } from "#app/admin/console-menu.ts";
import type { DecisionReply } from "#app/admin/decision.ts";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { humanize } from "#app/admin/humanize.ts";
import { AuditList, LogList } from "#app/admin/log-list.tsx";
import { MailList } from "#app/admin/mail-list.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { SuspensionPanel } from "#app/admin/users/suspension-panel.tsx";
import type { UserHistory } from "#app/admin/users/user-history.server.ts";
import type { UserMails } from "#app/admin/users/user-mails.server.ts";
import { usersPath } from "#app/admin/users/user-search.ts";
import { UserTags } from "#app/admin/users/user-tags.tsx";
import type { User } from "#app/admin/users/users.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  user: User;
  history: UserHistory;
  mails: UserMails;
  /** Counting stops above this. */
  countCap: number;
  /** True if operators look at their own account. */
  isOwn: boolean;
  reply: DecisionReply | null;
  waits: Waits | null;
};

/** One user in the console: account, gigs, events and audit rows, and the form that suspends or restores. */
export function UserScreen({ user, history, mails, countCap, isOwn, reply, waits }: Props) {
  const capped = (count: number) => (count > countCap ? `${countCap.toLocaleString("en-US")}+` : count);
  return (
    <DetailPage
      current="users"
      waits={waits}
      list={{ label: "All users", to: usersPath({}) }}
      heading={
        <>
          <Avatar profile={user} size={44} />
          <h1>{user.fullName}</h1>
          <UserTags user={user} />
        </>
      }
      alert={
        user.suspendedAt === null ? null : (
          <Note kind="bad" title={`Suspended since ${dateTime(user.suspendedAt)}`}>
            <p>{user.suspensionReason}</p>
          </Note>
        )
      }
      forms={
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
      }
    >
      <DescriptionList
        items={[
          ["Email", user.email],
          ["Verified", user.emailVerifiedAt === null ? "no" : dateTime(user.emailVerifiedAt)],
          ["Username", `@${user.username}`],
          ["Role", user.role],
          ["Since", dateTime(user.createdAt)],
          ["Last seen", user.lastSeen === null ? "never" : dateTime(user.lastSeen)],
          ["Sessions", history.sessions],
          ["Seller", history.seller ? <SellerLink key="seller" {...history.seller} /> : "no"],
          ["Orders bought", capped(history.bought)],
          ["Orders sold", capped(history.sold)],
          ["ID", user.id],
        ]}
      />
      <LogList title={`Gigs (${capped(history.gigCount)})`} empty="No gigs">
        {history.gigs.map(({ slug, title, state, listed }) => (
          <li key={slug}>
            <a href={href("/services/s/:slug", { slug })}>{title}</a>{" "}
            <span className={`tag ${listed ? "ok" : ""}`}>{listed ? "visible" : stateOffMarket(state)}</span>
          </li>
        ))}
      </LogList>
      <LogList title="Account activity" empty="No activity yet">
        {history.events.map(({ number, kind, at }) => (
          <li key={number}>
            {`${humanize(kind)} `}
            <span className="tiny muted num">{dateTime(at)}</span>
          </li>
        ))}
      </LogList>
      <AuditList rows={history.audit} />
      <div id="mails">
        <MailList
          mails={mails.mails}
          about={({ address, orderId }) => (
            <>
              {address === null || address === user.email ? null : <span>{`to ${address} `}</span>}
              {orderId === null ? null : (
                <>
                  <OrderLink id={orderId} />{" "}
                </>
              )}
            </>
          )}
        />
        {mails.older === null ? null : (
          <p className="mt-3">
            <a
              className="more"
              href={`${href("/admin/users/:id", { id: user.id })}?mails=${mails.older}#mails`}
            >
              Older emails
            </a>
          </p>
        )}
      </div>
    </DetailPage>
  );
}

function SellerLink({ id, status }: { id: string; status: string }) {
  return (
    <>
      {`${status}, `}
      <ApplicationLink id={id} />
    </>
  );
}

function stateOffMarket(state: string): string {
  return state === "active" ? "hidden" : state;
}
