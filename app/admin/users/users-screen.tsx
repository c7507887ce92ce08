import { AdminFrame } from "#app/admin/admin-frame.tsx";
import {
  refusalToUserSearch,
  type UserSearch,
  userFilters,
  userPath,
  usersPath,
} from "#app/admin/users/user-search.ts";
import { UserTags } from "#app/admin/users/user-tags.tsx";
import type { User } from "#app/admin/users/users.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = { search: UserSearch; users: User[]; next: number | null; stuck: number | null };

/** The console's users: found by a text, narrowed by a filter, the newest first. */
export function UsersScreen({ search, users, next, stuck }: Props) {
  return (
    <AdminFrame current="users" stuck={stuck}>
      <div className="head">
        <h1 className="stitch">Users</h1>
      </div>
      <div className="narrowing">
        <FindUsers search={search} />
        <nav className="chips" aria-label="Which users">
          {userFilters.map(({ key, label }) => (
            <a
              key={key}
              href={usersPath({ q: search.q, show: key })}
              aria-current={key === search.show ? "true" : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      </div>
      {users.length > 0 ? <UserTable users={users} /> : <Nobody search={search} goesOn={next !== null} />}
      {search.before !== null || next !== null ? (
        <nav className="pages" aria-label="Pages">
          {search.before === null ? null : <a href={usersPath({ ...search, before: null })}>Newest</a>}
          {next === null ? null : (
            <a href={usersPath({ ...search, before: next })} rel="next">
              Older
            </a>
          )}
        </nav>
      ) : null}
    </AdminFrame>
  );
}

function FindUsers({ search: { q, show } }: { search: UserSearch }) {
  return (
    <form className="find" action="/admin/users" noValidate>
      {show === "all" ? null : <input type="hidden" name="show" value={show} />}
      <label className="vh" htmlFor="user-q">
        Find users
      </label>
      <input
        className="in"
        id="user-q"
        name="q"
        type="search"
        dir="auto"
        defaultValue={q}
        placeholder="E-mail, username, name or id"
        autoComplete="off"
      />
      <button type="submit">
        <Icon name="search" />
        <span className="vh">Find users</span>
      </button>
    </form>
  );
}

function Nobody({ search, goesOn }: { search: UserSearch; goesOn: boolean }) {
  const refusal = refusalToUserSearch(search);
  if (refusal) return <Empty title={refusal} text="E-mail, username, name, or the beginning of an id." />;
  return goesOn ? (
    <Empty
      title="Nobody yet"
      text="There are more matches than can be looked through at once: go on to the older ones."
    />
  ) : (
    <Empty title="No users found" text="Try another part of the name, or all users." />
  );
}

function UserTable({ users }: { users: User[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label="Users, scroll sideways">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">E-mail</th>
            <th scope="col">State</th>
            <th scope="col">Since</th>
            <th scope="col">Last seen</th>
            <th scope="col">Suspended</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                <a href={userPath(user.id)}>{user.fullName}</a>
                <p className="tiny muted">@{user.username}</p>
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
                    <p className="tiny muted">{user.suspendedWhy}</p>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
