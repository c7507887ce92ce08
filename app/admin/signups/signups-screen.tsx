import type { Waits } from "#app/admin/console-menu.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

type Signup = {
  id: string;
  userId: string;
  message: string;
  details: { email: string; authProvider: string };
  /** UTC ms. */
  createdAt: number;
};

/** The latest signups that operators were notified of, newest first. */
export function SignupsScreen({ signups, waits }: { signups: Signup[]; waits: Waits | null }) {
  return (
    <QueuePage
      current="signups"
      waits={waits}
      title="New signups"
      empty={
        signups.length === 0 ? (
          <Empty title="No new signups yet" text="People who sign in right after joining appear here." />
        ) : null
      }
    >
      <ul className="log-list">
        {signups.map(({ id, userId, message, details, createdAt }) => (
          <li key={id}>
            <a href={href("/admin/users/:id", { id: userId })}>{message}</a>
            <p className="small muted">
              {`${details.email} · ${details.authProvider} · `}
              <span className="num">{dateTime(createdAt)}</span>
            </p>
          </li>
        ))}
      </ul>
    </QueuePage>
  );
}
