import { Link } from "@remix-run/react";
import type { ListedDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** A seller's drafts, each with its links to continue and to delete it. */
export function DraftList({ drafts }: { drafts: ListedDraft[] }) {
  const timeZone = useTimeZone();
  return (
    <section aria-labelledby="drafts" className="mb-6">
      <h2 id="drafts">Your drafts</h2>
      <ul className="lines own-gigs">
        {drafts.map(({ id, title, updatedAt, isPublished }) => (
          <li key={id}>
            <div>
              <h3>
                <Link to={href("/services/create/:draft/:step", { draft: id, step: "overview" })}>
                  {title || "Untitled"}
                </Link>
              </h3>
              <p className="small muted">
                {`${isPublished ? "Changes to a published service" : "Draft"} · saved ${dateTime(updatedAt, timeZone)}`}
              </p>
            </div>
            <Link className="btn" to={href("/services/create/:draft/delete", { draft: id })}>
              Delete
              <span className="vh">{` ${title || "the untitled draft"}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
