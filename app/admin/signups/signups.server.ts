import { desc, sql } from "drizzle-orm";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import type { Db } from "#app/context.ts";
import { adminNotifications } from "#drizzle/schema.ts";

/**
 * A page of the signups that operators were notified of, newest first. Times are UTC ms.
 * @param after the number of the previous page's last row; null for the first page
 */
export async function list(db: Db, after: number | null) {
  const rows = await db
    .select()
    .from(adminNotifications)
    .where(beyond({ after }, sql`${adminNotifications.number}`))
    .orderBy(desc(adminNotifications.number))
    .limit(rowsPerPage + 1);
  return pageOf(rows);
}
