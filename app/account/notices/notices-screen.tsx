import { Link } from "@remix-run/react";
import { date, readersTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** `path`: the page it opens; null: none. `at`: UTC ms. */
type Notice = { number: number; subject: string; path: string | null; at: number };

/** /notices: a list for each day, newest first. */
export function NoticesScreen({ notices }: { notices: Notice[] }) {
  const timeZone = useTimeZone();
  return (
    <ProfileFrame current="notices">
      <h2 className="mt-6 mb-3">Notices</h2>
      <p className="muted mb-5">
        {`The subjects of our latest emails to you, including those you turned off. We keep them for 180 days. `}
        <Link to={href("/profile/notices")}>Choose which emails you get</Link>
      </p>
      {notices.length === 0 ? (
        <Empty
          title="No notices yet"
          text="What we email you about your orders and your account appears here."
        >
          <Link className="btn go" to={href("/orders")}>
            See your orders
          </Link>
        </Empty>
      ) : null}
      {byDay(notices, timeZone).map(({ day, told }) => (
        <section key={day}>
          <h3 className="mt-6">{day}</h3>
          <ul className="lines">
            {told.map(({ number, subject, path, at }) => (
              <li key={number}>
                {/* A plain link: the operator's console serves documents only. */}
                <p>{path === null ? subject : <a href={path}>{subject}</a>}</p>
                <p className="small muted num">{readersTime(at, timeZone)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ProfileFrame>
  );
}

/** Groups notices, newest first, by the day in the reader's time zone. */
function byDay(notices: Notice[], timeZone: string | null) {
  const days: { day: string; told: Notice[] }[] = [];
  for (const notice of notices) {
    const day = date(notice.at, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.told.push(notice);
    else days.push({ day, told: [notice] });
  }
  return days;
}
