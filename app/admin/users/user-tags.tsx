type Tagged = {
  role: string;
  emailVerifiedAt: number | null;
  suspendedAt: number | null;
  deletedAt: number | null;
};

/** What is to be known of an account at a glance, in words. */
export function UserTags({ user }: { user: Tagged }) {
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
