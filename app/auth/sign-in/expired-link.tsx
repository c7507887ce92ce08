import { Link } from "@remix-run/react";
import type { LinkKind, LinkState } from "#app/auth/links.server.ts";
import { verifyPath } from "#app/auth/sign-in-path.ts";

/** `kind` is null for a link that was never issued. `verified`: the user's address is verified. */
export type ExpiredLinkProps = {
  state: Exclude<LinkState, "valid">;
  kind: LinkKind | null;
  verified: boolean;
};

/** Per kind of link: why it expired, and where to go instead. */
const explanations = {
  verify: {
    expired: "It is older than 24 hours, or your account has another address by now.",
    again: { to: verifyPath, label: "Send a new link" },
  },
  reset: {
    expired:
      "It is older than an hour, or you have asked for a newer one, or your password has changed since.",
    again: { to: "/forgot-password", label: "Ask for a new link" },
  },
  change_email: {
    expired:
      "It is older than 24 hours, or you have asked for a newer one, or your password or address has changed since.",
    again: { to: "/profile/email", label: "Change my address" },
  },
  undo_email: {
    expired: "It is older than 7 days, or an older address has been restored since.",
    again: { to: "/sign-in", label: "Sign In" },
  },
  way_back: {
    expired: "It is older than 72 hours, or your account was taken back with an older link since.",
    again: { to: "/sign-in", label: "Sign In" },
  },
  unlock: {
    expired: "It is older than 24 hours, or your account has another address by now.",
    again: { to: "/sign-in", label: "Sign In" },
  },
} as const;

/** The page of a link that was used, has expired or is damaged (docs/specification.md#links-in-mails). */
export function ExpiredLink({ state, kind, verified }: ExpiredLinkProps) {
  const explanation = kind && explanations[kind];
  const isVerified = kind === "verify" && verified;
  const again = !explanation || isVerified ? explanations.undo_email.again : explanation.again;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        {isVerified ? (
          <>
            <h1 className="stitch">Your email address is verified already</h1>
            <p>There is nothing more to do: a link works once, and this one has done its work.</p>
          </>
        ) : state === "invalid" ? (
          <>
            <h1 className="stitch">This link does not work</h1>
            <p>
              A part of it was lost on the way, or we never sent it. Copy the whole link from the mail into
              the browser.
            </p>
          </>
        ) : state === "used" ? (
          <>
            <h1 className="stitch">This link was used already</h1>
            <p>A link works once. What it was for has been done.</p>
          </>
        ) : (
          <>
            <h1 className="stitch">This link does not work any more</h1>
            <p>{explanation?.expired}</p>
          </>
        )}
        <p>
          <Link className="btn" to={again.to}>
            {again.label}
          </Link>
        </p>
      </div>
    </div>
  );
}
