import * as sessions from "#app/auth/sessions.server.ts";
import { hasOperatorClaim } from "#app/auth/viewer.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import type { Capabilities } from "#app/context.ts";
import { type HeaderViewer, type Menu, menuFailed } from "#app/layout/menu.ts";
import { clocksText } from "#app/lib/clocks.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { displayName, initials } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";

/** The conversation that the page shows: its messages no longer count as unread. */
function conversationOf(request: Request): string | null {
  const { pathname, searchParams } = new URL(request.url);
  return pathname === "/messages" ? searchParams.get("conversation") : null;
}

/**
 * The viewer in the header; null for a visitor. If the read fails, the worker renders the page as for a
 * visitor; if the session was already checked, it shows the header without name and count.
 * @returns "session ended" for an access token whose session has ended
 */
export async function headerViewer(
  {
    db,
    viewer,
    clock,
    log,
    sessionNotRead,
  }: Pick<Capabilities, "db" | "viewer" | "clock" | "log" | "sessionNotRead">,
  request: Request,
): Promise<HeaderViewer | null | "session ended"> {
  if (!viewer) return null;
  const holder = sessions.activeUserId(viewer, clock.now());
  const read = async () => ({
    found: await profiles.findHeader(db, viewer.id, conversationOf(request), holder),
  });
  const answer = await sectionRead(read, "header", log);
  if (!answer) sessionNotRead();
  else if (!answer.found) return "session ended";
  const profile = answer?.found ?? null;
  const timeZone = profile?.timeZone ?? null;
  return {
    name: displayName(profile),
    initials: initials(profile),
    avatarUrl: profile?.avatarUrl ?? null,
    timeZone,
    clocks: clocksText(timeZone),
    unread: profile?.unread ?? 0,
    turn: profile?.turn ?? false,
    sells: profile?.sells ?? false,
    toVerify: profile !== null && profile.emailVerifiedAt === null,
    badAddress: profile?.badAddress ?? null,
    operator: hasOperatorClaim(viewer),
  };
}

/**
 * The menu's categories; null if they cannot be read (docs/specification.md#error-catalogue). An operator
 * sees on the site's own pages what was just changed in the catalogue.
 */
export async function headerMenu(
  { db, log, viewer }: Pick<Capabilities, "db" | "log" | "viewer">,
  request: Request,
): Promise<Menu> {
  const isFresh = hasOperatorClaim(viewer) && !new URL(request.url).pathname.startsWith("/admin");
  return await sectionRead(() => catalog.menu(db, isFresh), menuFailed, log);
}
