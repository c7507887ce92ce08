import { accountName } from "#app/admin/users/account-name.ts";
import { href } from "#app/lib/href.ts";

/** A link to a user's page in the console. @param username as `accountName` takes it */
export function UserLink({ id, username }: { id: string; username: string | null }) {
  return <a href={href("/admin/users/:id", { id })}>{accountName(username)}</a>;
}
