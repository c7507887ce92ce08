import type { User } from "#app/admin/users/users.server.ts";

/** The tags of an account: its role, and what is unusual about it. */
export function UserTags({ user }: { user: User }) {
  const { role, emailVerifiedAt, suspendedAt, deletedAt } = user;
  return (
    <>
      {role === "operator" ? <span className="tag ok">Operator</span> : null}
      {emailVerifiedAt === null && deletedAt === null ? <span className="tag wait">Not verified</span> : null}
      {suspendedAt === null ? null : <span className="tag bad">Suspended</span>}
      {deletedAt === null ? null : <span className="tag">Deleted</span>}
    </>
  );
}
