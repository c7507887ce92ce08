import { Link } from "@remix-run/react";
import { linksTo } from "#app/navigation.ts";
import { holdText, type PayoutHold } from "#app/payouts/holds/hold.ts";
import { Note } from "#app/ui/note.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** Tells a seller, above their earnings, that their payouts are on hold. */
export function HoldNote(hold: PayoutHold) {
  const timeZone = useTimeZone();
  return (
    <div className="mt-5">
      <Note kind="bad" title="Your payouts are on hold">
        <p>{holdText(hold, timeZone)}</p>
        <p>You won't lose any earnings. We'll send them when the hold ends.</p>
        <p>
          {linksTo("/contact").map(({ to }) => (
            <Link key={to} to={to}>
              Write to us about it
            </Link>
          ))}
        </p>
      </Note>
    </div>
  );
}
