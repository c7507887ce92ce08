import type { AppLoadContext } from "@remix-run/cloudflare";
import { desc, eq } from "drizzle-orm";
import { listAudit } from "#app/admin/audit.server.ts";
import { listUsed } from "#app/admin/users/user-limits.server.ts";
import * as lists from "#app/admin/users/user-lists.server.ts";
import { findWords, listMails } from "#app/admin/users/user-mails.server.ts";
import { listSessions } from "#app/admin/users/user-sessions.server.ts";
import type { UserView } from "#app/admin/users/user-tabs.ts";
import * as factorEndings from "#app/auth/second-factor/factor-endings.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import type { Db } from "#app/context.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { accountEvents } from "#drizzle/schema.ts";

/** Reads the rows of one tab of a user's page, and of no other. */
export async function readTab(
  context: Pick<AppLoadContext, "db" | "clock" | "origin" | "secret">,
  user: { id: string; email: string },
  { tab, orders, reports, mail, after }: UserView,
) {
  const { db, clock } = context;
  switch (tab) {
    case "orders":
      return { tab, side: orders, ...(await lists.listOrders(db, user.id, orders, after)) } as const;
    case "gigs":
      return { tab, ...(await lists.listGigs(db, user.id, after)) } as const;
    case "registration":
      return { tab, ...(await lists.findRegistration(db, user.id, after)) } as const;
    case "tickets":
      return { tab, ...(await lists.listTickets(db, user.id, after)) } as const;
    case "reports":
      return { tab, side: reports, ...(await lists.listReports(db, user.id, reports, after)) } as const;
    case "mails": {
      const [page, words] = await Promise.all([
        listMails(db, user.id, after),
        mail === null ? null : findWords(context, user.id, mail),
      ]);
      return { tab, words, ...page } as const;
    }
    case "sessions":
      return { tab, ...(await listSessions(db, user.id, after, clock.now())) } as const;
    case "limits":
      return { tab, ...(await listUsed(db, user, after, clock.now())) } as const;
    default:
      return { tab, history: await findHistory(db, user.id), next: null } as const;
  }
}

export type TabContent = Awaited<ReturnType<typeof readTab>>;
export type ContentOf<Tab extends TabContent["tab"]> = Extract<TabContent, { tab: Tab }>;

/** How many rows of each list the page shows, newest first. */
const shownAtOnce = 20;

/**
 * Reads a user's second factors, registration, bad address, newest account events and audit rows, for the tab
 * Facts.
 */
async function findHistory(db: Db, userId: string) {
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
