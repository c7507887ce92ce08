import { Form, Link } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import {
  canChange,
  figuresText,
  servicesPath,
  stateTag,
  transitionOf,
} from "#app/dashboard/dashboard-gig.ts";
import type { DashboardGig, DashboardGigs } from "#app/dashboard/dashboard-gigs.server.ts";
import { shownDays } from "#app/gigs/figures/gig-figures.ts";
import { date, dateTime, dayAndMonth } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { firstLetter } from "#app/lib/placeholders.ts";
import { linkTo } from "#app/navigation.ts";
import { RuleAndAppeal } from "#app/statements/rule-and-appeal.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  gigs: DashboardGigs;
  /** The page starts after this gig; null: the first page. */
  after: string | null;
};

/** The seller's gigs: state, figures, and what can be done with each (docs/specification.md#selling). */
export function GigsPanel({ gigs, after }: Props) {
  return (
    <section className="mt-6" aria-labelledby="published">
      <h2 id="published" className="vh">
        Published services
      </h2>
      {gigs.rows.length === 0 && after === null ? (
        <NoGigs />
      ) : (
        <>
          <p className="small muted">
            {`The last ${shownDays} days. Your own views and those of known bots are not counted. Conversion: orders per 100 views.`}
          </p>
          <ul className="lines own-gigs">
            {gigs.rows.map((gig) => (
              <GigLine key={gig.id} gig={gig} after={after} token={gigs.token} />
            ))}
          </ul>
          <MoreGigs next={gigs.next} after={after} />
        </>
      )}
    </section>
  );
}

type LineProps = { gig: DashboardGig; after: string | null; token: string };

function GigLine({ gig, after, token }: LineProps) {
  const timeZone = useTimeZone();
  const { label, kind } = stateTag(gig);
  const transition = transitionOf(gig);
  return (
    <li>
      <Picture
        src={gig.imageUrl}
        title=""
        letter={firstLetter(gig.title)}
        width={112}
        height={84}
        sizes="112px"
      />
      <div>
        <h3>
          <Link to={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</Link>
        </h3>
        <p className="row small">
          <span className={`tag ${kind}`}>{label}</span>
          <span className="muted num">{`From ${dollars(gig.priceCents)} · ${figuresText(gig)}`}</span>
        </p>
        {gig.saveDays.length === 0 ? null : (
          <details className="small">
            <summary className="more">
              Saves by day<span className="vh">{` of ${gig.title}`}</span>
            </summary>
            <p className="muted num">
              {gig.saveDays.map(({ at, count }) => `${dayAndMonth(at)}: ${count}`).join(" · ")}
            </p>
          </details>
        )}
        {gig.changedAt === null ? null : (
          <p className="row small">
            <span className="tag wait">Unpublished changes</span>
            <span className="muted">{`saved ${dateTime(gig.changedAt, timeZone)}`}</span>
          </p>
        )}
        {gig.backAt === null ? null : (
          <p className="small">{`You are away. Back on ${date(gig.backAt, timeZone)}`}</p>
        )}
        {gig.denial === null ? null : (
          <>
            <p className="small">{`Denied by ${brand} support: ${gig.denial}`}</p>
            <RuleAndAppeal reasons={gig.reasons} />
            <p className="small">
              {gig.isWaiting
                ? "You changed it. We'll review it and email you. Until then, buyers can't see it."
                : "Fix what we pointed out. We'll review it before buyers can see it again."}
            </p>
          </>
        )}
      </div>
      <div className="row gig-acts">
        {canChange(gig) ? (
          <Form method="post" action={href("/services/create/:draft/edit", { draft: gig.id })}>
            <button type="submit" className="btn">
              Edit
              <span className="vh">{` ${gig.title}`}</span>
            </button>
          </Form>
        ) : null}
        {gig.state === "active" || gig.state === "paused" ? (
          <Form method="post" action={href("/services/create/:draft/duplicate", { draft: gig.id })}>
            <input type="hidden" name="token" value={token} />
            <button type="submit" className="btn">
              Duplicate
              <span className="vh">{` ${gig.title}`}</span>
            </button>
          </Form>
        ) : null}
        {transition === null ? null : (
          <Form method="post" action={servicesPath(after)}>
            <input type="hidden" name="gig" value={gig.id} />
            <button type="submit" className="btn" name="intent" value={transition}>
              {transition === "pause" ? "Pause" : "Resume"}
              <span className="vh">{` ${gig.title}`}</span>
            </button>
          </Form>
        )}
        <Link className="btn plain" to={`${href("/services/create/:draft/delete", { draft: gig.id })}?gig=1`}>
          Delete
          <span className="vh">{` ${gig.title}`}</span>
        </Link>
      </div>
    </li>
  );
}

function MoreGigs({ next, after }: { next: string | null; after: string | null }) {
  if (next === null && after === null) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {after === null ? null : <Link to={servicesPath(null)}>Newest services</Link>}
      {next === null ? null : (
        <Link to={servicesPath(next)} rel="next">
          Older services
        </Link>
      )}
    </nav>
  );
}

function NoGigs() {
  const begin = linkTo("/services/create") ?? linkTo("/services/sell");
  return (
    <div className="mt-4">
      <Empty
        title="No services yet"
        text="What are you good at? Your first service appears here, with its views and orders."
      >
        {begin ? (
          <Link className="btn go" to={begin.to}>
            {begin.label}
          </Link>
        ) : null}
      </Empty>
    </div>
  );
}
