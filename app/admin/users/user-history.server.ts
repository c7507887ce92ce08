import { desc, eq } from "drizzle-orm";
import { listAudit } from "#app/admin/audit.server.ts";
import * as factorEndings from "#app/auth/second-factor/factor-endings.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import type { Db } from "#app/context.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { accountEvents } from "#drizzle/schema.ts";

/** How many rows of each list the page shows, newest first. */
const shownAtOnce = 20;

/**
 * Reads a user's second factors, registration, bad address, newest account events and audit rows, for the tab
 * Facts.
 */
export async function findHistory(db: Db, userId: string) {
  const newestEvents = db
    .select({ number: accountEvents.number, kind: accountEvents.kind, at: accountEvents.at })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.number))
    .limit(shownAtOnce);
  const [ending, allFactors, seller, badAddress, events, audit] = await Promise.all([
    factorEndings.findLast(db, userId),
    factors.list(db, userId),
    sellers.findByUser(db, userId),
    badAddresses.findOfUser(db, userId),
    newestEvents,
    listAudit(db, userId, shownAtOnce),
  ]);
  const verified = allFactors.filter(({ status }) => status === "verified");
  return {
    ending,
    factors: verified.map(({ factorType, friendlyName }) => ({ factorType, friendlyName })),
    seller: seller && { id: seller.id, status: seller.status },
    badAddress,
    events,
    audit,
  };
}
