import { FilterChips, FilterForm, QueryField } from "#app/admin/filters.tsx";
import { NoMatches, QueuePage } from "#app/admin/queue-page.tsx";
import { ScrollTable, TableRow } from "#app/admin/scroll-table.tsx";
import {
  refusalToUserSearch,
  type UserSearch,
  userFilters,
  usersPath,
} from "#app/admin/users/user-search.ts";
import { UserTags } from "#app/admin/users/user-tags.tsx";
import type { User } from "#app/admin/users/users.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  search: UserSearch;
  users: User[];
  /** The `before` of the next page; null on the last page. */
  next: number | null;
  stuck: number | null;
};

const columns = ["Name", "Email", "State", "Since", "Last seen", "Suspended"];

/** The console's list of users, filtered by a text and by state, newest first. */
export function UsersScreen({ search, users, next, stuck }: Props) {
  return (
    <QueuePage
      current="users"
      stuck={stuck}
      title="Users"
      filters={
        <div className="narrowing">
          <SearchForm search={search} />
          <FilterChips
            label="Which users"
            className="chips"
            chips={userFilters.map(({ key, label }) => ({
              label,
              to: usersPath({ q: search.q, show: key }),
              isCurrent: key === search.show,
            }))}
          />
        </div>
      }
      empty={
        users.length > 0 ? null : (
          <NoMatches
            refusal={refusalToUserSearch(search)}
            hint="Email, username, name, or the beginning of an ID."
            hasOlder={next !== null}
            unfinished={{
              title: "No matches so far",
              text: "We can't search all users at once. Continue with the older ones.",
            }}
            none={{ title: "No users found", text: "Try another part of the name, or all users." }}
          />
        )
      }
      pages={{
        newest: search.before === null ? null : usersPath({ ...search, before: null }),
        older: next === null ? null : usersPath({ ...search, before: next }),
      }}
    >
      <ScrollTable label="Users" columns={columns}>
        {users.map((user) => (
          <TableRow key={user.id} columns={columns}>
            <td>
              <a href={href("/admin/users/:id", { id: user.id })}>{user.fullName}</a>
              <p className="tiny muted">{`@${user.username}`}</p>
            </td>
            <td>{user.email}</td>
            <td>
              <span className="row">
                <UserTags user={user} />
              </span>
            </td>
            <td className="num">{dateTime(user.createdAt)}</td>
            <td className="num">{user.lastSeen === null ? "–" : dateTime(user.lastSeen)}</td>
            <td className="why">
              {user.suspendedAt === null ? (
                "–"
              ) : (
                <>
                  <span className="num">{dateTime(user.suspendedAt)}</span>
                  <p className="tiny muted">{user.suspensionReason}</p>
                </>
              )}
            </td>
          </TableRow>
        ))}
      </ScrollTable>
    </QueuePage>
  );
}

function SearchForm({ search: { q, show } }: { search: UserSearch }) {
  return (
    <FilterForm action="/admin/users" className="find" show={show === "all" ? null : show}>
      <QueryField
        label="Find users"
        hiddenLabelFor="user-q"
        value={q}
        placeholder="Email, username, name or ID"
      />
      <button type="submit">
        <Icon name="search" />
        <span className="vh">Find users</span>
      </button>
    </FilterForm>
  );
}
