import type { Db } from "#app/context.ts";
import type { AskedAt } from "#app/offers/writing/asked.server.ts";
import * as parties from "#app/offers/writing/parties.server.ts";

/**
 * Whether the page of a new offer asks for one; otherwise it writes one. In a conversation it asks if the
 * address says so (`ask=1`), if it names a service of the other participant, or if only they have active
 * services.
 */
export async function asksIn(
  db: Db,
  viewerId: string,
  { conversation, gig }: AskedAt,
  parameters: URLSearchParams,
): Promise<boolean> {
  if (!conversation || parameters.get("ask") === "1") return true;
  if (parameters.get("replaces")) return false;
  const own = await parties.listServices(db, viewerId);
  const isOwn = gig === null || own.some(({ id }) => id === gig);
  if (own.length > 0 && isOwn) return false;
  const found = await parties.find(db, conversation, viewerId);
  if (!found) return false;
  const theirs = await parties.listServices(db, found.other.id);
  return own.length === 0 ? theirs.length > 0 : theirs.some(({ id }) => id === gig);
}
