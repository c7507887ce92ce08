import { Form, Link } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import {
  canChange,
  type DashboardGig,
  sellerDashboardPath,
  stateTag,
  transitionOf,
} from "#app/dashboard/dashboard-gig.ts";
import type { DashboardGigs } from "#app/dashboard/dashboard-gigs.server.ts";
import { conversionText, shownDays } from "#app/gigs/figures/gig-figures.ts";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { linksTo, linkTo } from "#app/navigation.ts";
import { Empty } from "#app/ui/empty.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  /** null: they could not be read. */
  gigs: DashboardGigs | null;
  /** The page starts after this gig; null: the first page. */
  after: string | null;
};

/** The seller's gigs: state, figures, and what can be done with each (docs/specification.md#selling). */
export function GigsPanel({ gigs, after }: Props) {
  return (
    <section className="mt-6" id="services" aria-labelledby="your-services">
      <h2 id="your-services">Your services</h2>
      {gigs === null ? (
        <p>We couldn't load your services. Nothing is lost.</p>
      ) : gigs.rows.length === 0 && after === null ? (
        <NoGigs />
      ) : (
        <>
          <p className="small muted">
            {`The last ${shownDays} days. Your own views and those of known robots are not counted. Conversion: orders for each 100 views.`}
          </p>
          <p className="row">
            {linksTo("/services/create").map(({ to, label }) => (
              <Link key={to} className="btn" to={to}>
                {label}
              </Link>
            ))}
          </p>
          <p className="small">
            <Link to="/profile/selling#away">Going away? Pause all your services until you're back.</Link>
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
  const conversion = conversionText(gig);
  return (
    <li>
      <div>
        <h3>
          <Link to={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</Link>
        </h3>
        <p className="row small">
          <span className={`tag ${kind}`}>{label}</span>
          <span className="muted num">
            {[
              countText(gig.views, "view", "about "),
              countText(gig.orders, "order"),
              conversion === null ? "no conversion yet" : `${conversion} conversion`,
            ].join(" · ")}
          </span>
        </p>
        {gig.backAt === null ? null : (
          <p className="small">{`You are away. Back on ${date(gig.backAt, timeZone)}`}</p>
        )}
        {gig.denial === null ? null : (
          <>
            <p className="small">{`Denied by ${brand} support: ${gig.denial}`}</p>
            <p className="small">
              {gig.isWaiting
                ? "You changed it. We'll review it and email you. Until then, buyers can't see it."
                : "Fix what we named. We'll review it before buyers can see it again."}
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
          <Form method="post" action={sellerDashboardPath(after, "/dashboard")}>
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

/** `about 1,204 views`, `1 order`, `no views`. */
function countText(count: number, what: string, about = ""): string {
  if (count === 0) return `no ${what}s`;
  return `${about}${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}

function MoreGigs({ next, after }: { next: string | null; after: string | null }) {
  if (next === null && after === null) return null;
  return (
    <nav className="pages" aria-label="Your services">
      {after === null ? null : <Link to={`${sellerDashboardPath(null)}#services`}>Newest services</Link>}
      {next === null ? null : (
        <Link to={`${sellerDashboardPath(next)}#services`} rel="next">
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
