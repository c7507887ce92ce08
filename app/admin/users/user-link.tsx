import { href } from "#app/lib/href.ts";

/** A link to a user's page in the console. `username` null: the account was deleted. */
export function UserLink({ id, username }: { id: string; username: string | null }) {
  return (
    <a href={href("/admin/users/:id", { id })}>{username === null ? "a deleted account" : `@${username}`}</a>
  );
}
