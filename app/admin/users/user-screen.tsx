import type { ReactNode } from "react";
import { ApplicationLink } from "#app/admin/applications/application-link.tsx";
import type { DecisionReply } from "#app/admin/decision.ts";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { humanize } from "#app/admin/humanize.ts";
import { AuditList, LogList } from "#app/admin/log-list.tsx";
import { LostReason } from "#app/admin/lost-input.tsx";
import { Pager, pagesOf } from "#app/admin/queue-page.tsx";
import { AccountForms } from "#app/admin/users/account-forms.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { EndAllSessions, UserLimits, UserSessions } from "#app/admin/users/user-access.tsx";
import {
  UserGigs,
  UserMails,
  UserOrders,
  UserRegistration,
  UserReports,
  UserTickets,
} from "#app/admin/users/user-lists.tsx";
import { usersPath } from "#app/admin/users/user-search.ts";
import type { ContentOf, TabContent } from "#app/admin/users/user-tab.server.ts";
import { type UserView, userPath, userTabs } from "#app/admin/users/user-tabs.ts";
import { UserTags } from "#app/admin/users/user-tags.tsx";
import type { User } from "#app/admin/users/users.server.ts";
import type { FactorEnding } from "#app/auth/second-factor/factor-endings.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  user: User;
  view: UserView;
  /** What the tab shows. */
  content: TabContent;
  /** Why this operator may not decide about the account, as a sentence; null if they may. */
  refusal: string | null;
  reply: DecisionReply | null;
};

/** One user in the console, in tabs (docs/specification.md#operator-user). */
export function UserScreen({ user, view, content, refusal, reply }: Props) {
  return (
    <DetailPage
      current="users"
      list={{ label: "All users", to: usersPath({}) }}
      heading={
        <>
          <Avatar profile={user} size={44} />
          <h1>{user.fullName || "Deleted account"}</h1>
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
      tabs={
        <nav className="chips mb-6" aria-label="About this person">
          {userTabs.map(({ key, label }) => (
            <a
              key={key}
              href={userPath(user.id, { tab: key })}
              aria-current={key === view.tab ? "page" : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      }
      forms={formsOf({ user, content, refusal, reply })}
    >
      <Content user={user} view={view} content={content} refusal={refusal} reply={reply} />
      <Pager {...pagesOf((page: UserView) => userPath(user.id, page), view, content.next)} />
    </DetailPage>
  );
}

/** The forms of the tab; null if it has none. */
function formsOf({ user, content, refusal, reply }: Omit<Props, "view">): ReactNode {
  if (content.tab === "facts")
    return refusal === null ? (
      <AccountForms user={user} history={content.history} reply={reply} />
    ) : (
      <div className="panel stack">
        {reply ? <LostReason reply={reply} /> : null}
        <p>{refusal}</p>
      </div>
    );
  const hasAlive = content.tab === "sessions" && content.shown.some(({ isAlive }) => isAlive);
  return hasAlive && refusal === null ? <EndAllSessions reply={reply} /> : null;
}

function Content({ user, view, content, refusal, reply }: Props) {
  const isFixed = refusal !== null;
  switch (content.tab) {
    case "orders":
      return <UserOrders userId={user.id} content={content} />;
    case "gigs":
      return <UserGigs userId={user.id} content={content} />;
    case "registration":
      return <UserRegistration userId={user.id} content={content} />;
    case "tickets":
      return <UserTickets userId={user.id} content={content} />;
    case "reports":
      return <UserReports userId={user.id} content={content} />;
    case "mails":
      return <UserMails userId={user.id} view={view} content={content} />;
    case "sessions":
      return <UserSessions content={content} isFixed={isFixed} reply={reply} />;
    case "limits":
      return <UserLimits content={content} isFixed={isFixed} reply={reply} />;
    default:
      return <Facts user={user} history={content.history} />;
  }
}

function Facts({ user, history }: { user: User; history: ContentOf<"facts">["history"] }) {
  const { factors, ending, seller, badAddress, events, audit } = history;
  return (
    <>
      <DescriptionList
        items={[
          ["Email", user.email],
          badAddress && ["Emails bounce", `since ${dateTime(badAddress.at)}: ${badAddress.detail}`],
          ["Verified", user.emailVerifiedAt === null ? "no" : dateTime(user.emailVerifiedAt)],
          ["Username", accountName(user.username)],
          ["Role", user.role],
          ["Since", dateTime(user.createdAt)],
          ["Last seen", user.lastSeen === null ? "never" : dateTime(user.lastSeen)],
          [
            "Second factor",
            factors.map(({ factorType }) => (factorType === "totp" ? "app" : "phone")).join(", ") || "none",
          ],
          ending && ["End of two-step verification", endingText(ending)],
          ["Seller", seller ? <SellerLink key="seller" {...seller} /> : "no"],
          ["ID", user.id],
        ]}
      />
      <LogList title="Account activity" empty="No activity yet">
        {events.map(({ number, kind, at }) => (
          <li key={number}>
            {`${humanize(kind)} `}
            <span className="tiny muted num">{dateTime(at)}</span>
          </li>
        ))}
      </LogList>
      <AuditList rows={audit} />
    </>
  );
}

const outcomes = {
  done: "turned off",
  owner: "stopped by its owner",
  used: "stopped: its owner signed in with it",
  operator: "stopped by an operator",
} as const;

/** What became of the last end of the second factors that an operator scheduled. */
function endingText({ dueAt, endedAt, outcome }: FactorEnding): string {
  if (outcome === null || endedAt === null) return `due ${dateTime(dueAt)}`;
  return `${outcomes[outcome]} ${dateTime(endedAt)}`;
}

function SellerLink({ id, status }: { id: string; status: string }) {
  return (
    <>
      {`${status}, `}
      <ApplicationLink id={id} />
    </>
  );
}
