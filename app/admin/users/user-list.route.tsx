import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Chips } from "#app/admin/chips.tsx";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { EmailText } from "#app/admin/email-text.tsx";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { Filters } from "#app/admin/filters.tsx";
import { moment } from "#app/admin/humanize.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { NoMatches, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { parseUserSearch, userFilters, usersPath } from "#app/admin/users/user-search.ts";
import { UserTags } from "#app/admin/users/user-tags.tsx";
import type { User } from "#app/admin/users/users.server.ts";
import * as users from "#app/admin/users/users.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Users");

/**
 * /admin/users?q=&show=suspended|operators&order=oldest&after={number}: the list of users
 * (docs/specification.md#operator-users).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseUserSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => users.list(context.db, search));
  return { search, ...page, waits };
}

export const action = notFound;

const columns: Column<User>[] = [
  {
    label: "Name",
    cell: ({ id, fullName, username }) => (
      <>
        <a href={href("/admin/users/:id", { id })}>{fullName || "Deleted account"}</a>
        <p className="tiny muted">{accountName(username)}</p>
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
export default function Users() {
  const { search, shown, next } = useLoaderData<typeof loader>();
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
