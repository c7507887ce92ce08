import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Missing } from "#app/catalog/topic-missing.tsx";
import type { GigMissing as Asked } from "#app/gigs/page/gig-page.ts";

type Props = Asked & {
  /** Why; without it: there is no such service. */
  text?: string;
  /** A way on before the two of the specification. */
  children?: ReactNode;
};

/** How much of an address that is none is shown, in characters: the ways on stay in view. */
const shown = 120;

/** docs/specification.md#gig-not-found: 'Service Not Found' with debug info and two ways on. */
export function GigMissing({
  asked,
  requestId,
  text = "Service not found. It may have been removed, or the address is incomplete.",
  children,
}: Props) {
  const debug = (
    <p className="tiny muted mt-3">
      Asked for: <code>{asked.length > shown ? `${[...asked].slice(0, shown).join("")}…` : asked}</code>
      <br />
      Request: <code>{requestId}</code>
    </p>
  );
  return (
    <Missing title="Service Not Found" text={text} debug={debug}>
      {children}
      <Link className={children ? "btn" : "btn go"} to="/">
        Return to Home
      </Link>
      <Link className="btn" to="/search">
        Browse All Services
      </Link>
    </Missing>
  );
}
