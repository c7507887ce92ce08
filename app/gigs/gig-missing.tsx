import { Link } from "@remix-run/react";
import { Missing } from "#app/catalog/missing.tsx";
import type { GigMissing as Asked } from "#app/gigs/gig-page.ts";

/** spec.md section 2: 'Service Not Found' with debug info and two ways on. */
export function GigMissing({ asked, requestId }: Asked) {
  const debug = (
    <p className="tiny muted mt-3">
      Asked for: <code>{asked}</code>
      <br />
      Request: <code>{requestId}</code>
    </p>
  );
  return (
    <Missing
      title="Service Not Found"
      text="Service not found. It may have been removed, or the address is incomplete."
      debug={debug}
    >
      <Link className="btn go" to="/">
        Return to Home
      </Link>
      <Link className="btn" to="/search">
        Browse All Services
      </Link>
    </Missing>
  );
}
