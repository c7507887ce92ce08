import { Chips } from "#app/admin/chips.tsx";
import { EmailText } from "#app/admin/email-text.tsx";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { Filters } from "#app/admin/filters.tsx";
import { moment } from "#app/admin/humanize.ts";
import type { ListPage } from "#app/admin/list-page.server.ts";
import { NoMatches, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { type UserSearch, userFilters, usersPath } from "#app/admin/users/user-search.ts";
import { UserTags } from "#app/admin/users/user-tags.tsx";
import type { User } from "#app/admin/users/users.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

type Props = ListPage<User> & { search: UserSearch };

const columns: Column<User>[] = [
  {
    label: "Name",
    cell: ({ id, fullName, username }) => (
      <>
        <a href={href("/admin/users/:id", { id })}>{fullName || "Deleted account"}</a>
        <p className="tiny muted">{`@${username}`}</p>
      </>
    ),
  },
  { label: "Email", cell: ({ email }) => <EmailText address={email} /> },
  {
    label: "State",
    cell: (user) => (
      <span className="row">
        <UserTags user={user} />
      </span>
    ),
  },
  { label: "Since", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
  { label: "Last seen", kind: "num", cell: ({ lastSeen }) => moment(lastSeen) },
  {
    label: "Suspended",
    kind: "why",
    cell: ({ suspendedAt, suspensionReason }) =>
      suspendedAt === null ? (
        "–"
      ) : (
        <>
          <span className="num">{dateTime(suspendedAt)}</span>
          <p className="tiny muted">{suspensionReason}</p>
        </>
      ),
  },
];

/** The console's list of users, filtered by a text and by state. */
export function UsersScreen({ search, shown, next }: Props) {
  const { show, order } = search;
  return (
    <QueuePage
      current="users"
      title="Users"
      aside={<ExportLink kind="users" search={search} />}
      filters={
        <>
          <Chips
            label="Which users"
            choices={userFilters}
            current={show}
            to={(key) => usersPath({ ...search, show: key, after: null })}
          />
          <Filters
            path="/admin/users"
            text={{ label: "Find users", value: search.q, placeholder: "Email, username, name or ID" }}
            order={order}
            kept={{ show: show === "all" ? null : show }}
          />
        </>
      }
      empty={
        shown.length > 0 ? null : (
          <NoMatches
            q={search.q}
            hint="Email, username, name, or the beginning of an ID."
            isUnfinished={next !== null}
            none={{ title: "No users found", text: "Try another part of the name, or all users." }}
          />
        )
      }
      pages={pagesOf(usersPath, search, next)}
    >
      <Table label="Users" columns={columns} rows={shown} keyOf={({ id }) => id} />
    </QueuePage>
  );
}
