import type { AppLoadContext } from "@remix-run/cloudflare";
import { findHistory } from "#app/admin/users/user-history.server.ts";
import { listUsed } from "#app/admin/users/user-limits.server.ts";
import * as lists from "#app/admin/users/user-lists.server.ts";
import { findWords, listMails } from "#app/admin/users/user-mails.server.ts";
import { listSessions } from "#app/admin/users/user-sessions.server.ts";
import type { UserView } from "#app/admin/users/user-tabs.ts";

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
