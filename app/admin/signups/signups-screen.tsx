import { AdminFrame } from "#app/admin/admin-frame.tsx";
import { userPath } from "#app/admin/users/user-search.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Empty } from "#app/ui/empty.tsx";

type Signup = {
  id: string;
  userId: string;
  message: string;
  details: { email: string; authProvider: string };
  createdAt: number;
};

/** The latest signups that the operators were told of (docs/specification.md#operator-signups). */
export function SignupsScreen({ signups, stuck }: { signups: Signup[]; stuck: number | null }) {
  return (
    <AdminFrame current="signups" stuck={stuck}>
      <div className="head">
        <h1 className="stitch">New signups</h1>
      </div>
      {signups.length > 0 ? (
        <ul className="log-list">
          {signups.map(({ id, userId, message, details, createdAt }) => (
            <li key={id}>
              <a href={userPath(userId)}>{message}</a>
              <p className="small muted">
                {details.email} · {details.authProvider} · <span className="num">{dateTime(createdAt)}</span>
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title="No new signups yet" text="Whoever signs in right after joining appears here." />
      )}
    </AdminFrame>
  );
}
