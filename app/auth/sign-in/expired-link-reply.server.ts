import { data } from "@remix-run/cloudflare";
import type { FoundLink } from "#app/auth/links.server.ts";
import type { ExpiredLinkProps } from "#app/auth/sign-in/expired-link.tsx";

/** The answer to a link that does nothing: 400 for one that we never made, 410 for one whose time is over. @param state as a claim found it */
export function expiredLinkReply({ link, user, ...found }: FoundLink, state = found.state) {
  if (state === "good") throw new Error("A good link is not dead");
  const dead: ExpiredLinkProps = {
    state,
    kind: link?.kind ?? null,
    verified: (user?.emailVerifiedAt ?? null) !== null,
  };
  return data({ dead }, { status: state === "forged" ? 400 : 410 });
}
