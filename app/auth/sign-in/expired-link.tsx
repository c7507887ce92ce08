import { Link } from "@remix-run/react";
import type { LinkKind, LinkState } from "#app/auth/links.server.ts";
import { wayPath } from "#app/auth/sign-in-path.ts";

/**
 * `kind` is null for a link that was never issued. `verified`: the user's address is verified. `back`: the
 * path that the link would have redirected to.
 */
export type ExpiredLinkProps = {
  state: Exclude<LinkState, "valid">;
  kind: LinkKind | null;
  verified: boolean;
  back: string;
};

const signIn = { page: "/sign-in", label: "Sign In" } as const;

/** For each kind of link: why it expired, and where to go instead. */
const explanations = {
  verify: {
    expired: "It is older than 24 hours, or your email address has changed since.",
    again: { page: "/verify", label: "Send a new link" },
  },
  reset: {
    expired: "It is older than an hour, or you asked for a newer one, or your password has changed since.",
    again: { page: "/forgot-password", label: "Ask for a new link" },
  },
  change_email: {
    expired:
      "It is older than 24 hours, or you asked for a newer one, or your password or address has changed since.",
    again: { page: "/profile/email", label: "Change my address" },
  },
  undo_email: {
    expired: "It is older than 7 days, or an older address has been restored since.",
    again: signIn,
  },
  way_back: {
    expired: "It is older than 72 hours, or your account was taken back with an older link since.",
    again: signIn,
  },
  unlock: {
    expired: "It is older than 24 hours, or your email address has changed since.",
    again: signIn,
  },
  not_me: {
    expired: "It is older than 30 days.",
    again: { page: "/contact", label: "Write to us" },
  },
  payouts: {
    expired:
      "It is older than 7 days, or your account is no longer suspended, or its email address has changed.",
    again: signIn,
  },
} as const;

/** The page of a link that was used, has expired or is damaged (docs/specification.md#links-in-mails). */
export function ExpiredLink({ state, kind, verified, back }: ExpiredLinkProps) {
  const explanation = kind && explanations[kind];
  const isVerified = kind === "verify" && verified;
  const again = !explanation || isVerified ? signIn : explanation.again;
  // A page of the sign-in flow gets the return path. /sign-in redirects a viewer immediately.
  const to =
    again.page === "/profile/email" || again.page === "/contact" ? again.page : wayPath(again.page, back);
  return (
    <div className="wrap page">
      <div className="narrow stack">
        {isVerified ? (
          <>
            <h1 className="stitch">Your email address is already verified</h1>
            <p>
              {back === "/"
                ? "There is nothing more to do. A link works once, and this one has already been used."
                : "A link works once, and this one has already been used. Continue where you left off."}
            </p>
          </>
        ) : state === "invalid" ? (
          <>
            <h1 className="stitch">This link does not work</h1>
            <p>
              Part of it is missing, or we never sent it. Copy the whole link from the email into your
              browser.
            </p>
          </>
        ) : state === "used" ? (
          <>
            <h1 className="stitch">This link has already been used</h1>
            <p>A link works once, so there is nothing more to do here.</p>
          </>
        ) : (
          <>
            <h1 className="stitch">This link no longer works</h1>
            <p>{explanation?.expired}</p>
          </>
        )}
        <p>
          <Link className={isVerified ? "btn go" : "btn"} to={to}>
            {isVerified && back !== "/" ? "Continue" : again.label}
          </Link>
        </p>
      </div>
    </div>
  );
}
