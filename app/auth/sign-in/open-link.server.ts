import { type AppLoadContext, data } from "@remix-run/cloudflare";
import type { FoundLink, Link, LinkKind } from "#app/auth/links.server.ts";
import * as accountLinks from "#app/auth/links.server.ts";
import type { ExpiredLinkProps } from "#app/auth/sign-in/expired-link.tsx";
import { redirect, returnPath } from "#app/lib/replies.ts";

type OpenedLink<Kind extends LinkKind> =
  | { expired: ReturnType<typeof expiredLinkReply>; link: null; found: FoundLink }
  | { expired: null; link: Link & { kind: Kind }; found: FoundLink & { state: "valid" } };

/**
 * Opens a link from an email (docs/specification.md#links-in-mails). Opening does not consume it.
 * @param kinds the kinds of link that the page handles
 * @returns the link; or `expired`, the reply for a link that is no longer valid
 * @throws Response 302 to the page that handles a link of another kind
 */
export async function openLink<Kind extends LinkKind>(
  { db, secret, clock }: Pick<AppLoadContext, "db" | "secret" | "clock">,
  token: string,
  kinds: readonly Kind[],
): Promise<OpenedLink<Kind>> {
  const found = await accountLinks.findByToken(db, secret, token, clock.now());
  if (found.state !== "valid") return { expired: expiredLinkReply(found), link: null, found };
  const { link } = found;
  const kind = kinds.find((each) => each === link.kind);
  if (!kind) throw redirect(await accountLinks.urlOf("", secret, link));
  return { expired: null, link: { ...link, kind }, found: { ...found, state: found.state } };
}

/**
 * The page of a link that no longer works: 400 if it was never issued, else 410.
 * @param state the reason, if a write found it later than `found` did
 */
export function expiredLinkReply({ link, user, ...found }: FoundLink, state = found.state) {
  if (state === "valid") throw new Error("The link is valid");
  const expiredLink: ExpiredLinkProps = {
    state,
    kind: link?.kind ?? null,
    verified: (user?.emailVerifiedAt ?? null) !== null,
    back: returnPath(link?.redirectTo),
  };
  return data({ expiredLink }, { status: state === "invalid" ? 400 : 410 });
}
