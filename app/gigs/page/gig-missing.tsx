import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { NotFoundScreen } from "#app/catalog/topic-missing.tsx";
import type { MissingGig } from "#app/gigs/page/gig-page.ts";

type Props = MissingGig & {
  /** Why the gig is not shown; by default, that there is no such gig. */
  text?: string;
  /** A link before the two that the specification requires. */
  children?: ReactNode;
};

/** How many characters of an unknown slug or id are shown, so that the links stay in view. */
const shownLength = 120;

/** 'Service Not Found' with debug info and two links (docs/specification.md#gig-not-found). */
export function GigMissing({
  requested,
  requestId,
  text = "Service not found. It may have been removed, or the address is incomplete.",
  children,
}: Props) {
  const debug = (
    <p className="tiny muted mt-3">
      {"Asked for: "}
      <code>
        {requested.length > shownLength ? `${[...requested].slice(0, shownLength).join("")}…` : requested}
      </code>
      <br />
      Request: <code>{requestId}</code>
    </p>
  );
  return (
    <NotFoundScreen title="Service Not Found" text={text} debug={debug}>
      {children}
      <Link className={children ? "btn" : "btn go"} to="/">
        Return to Home
      </Link>
      <Link className="btn" to="/search">
        Browse All Services
      </Link>
    </NotFoundScreen>
  );
}
