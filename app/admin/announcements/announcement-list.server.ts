import { sql } from "drizzle-orm";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import type { Announcement } from "#app/announcements/announcement.ts";
import type { Db } from "#app/context.ts";
import { never } from "#app/outbox/tries.ts";

type Listed = Pick<
  Announcement,
  "number" | "id" | "kind" | "subject" | "state" | "effectiveAt" | "createdAt" | "startedAt" | "endedAt"
> &
  Pick<Announcement, "written" | "lastNumber"> & { operator: string | null };

/** Lists announcements, newest first. @param after the number of the previous page's last row */
export async function list(db: Db, after: number | null) {
  const rows = await db.all<Listed>(sql`
    select number, id, kind, subject, state, effective_at as effectiveAt, created_at as createdAt,
      started_at as startedAt, ended_at as endedAt, written, last_number as lastNumber,
      (select username from profiles where id = announcements.operator_id) as operator
    from announcements where ${beyond({ after }, sql`number`)} order by number desc limit ${rowsPerPage + 1}`);
  return pageOf(rows);
}

/** The maximum number of accounts: the highest account number. */
export async function countAccounts(db: Db): Promise<number> {
  const [row] = await db.all<{ count: number }>(sql`select ifnull(max(number), 0) as count from users`);
  return row?.count ?? 0;
}

/** The maximum number of outbox rows that each count examines. */
const countedAtMost = 700;

/**
 * What became of the emails of an announcement, and who wrote it. `unsent`: how many wait in the outbox, of
 * the 700 emails that are due first. `givenUp`: how many were given up, of the newest 700 such emails. Test
 * emails to operators have ids of another form, so they are not counted.
 */
export async function findProgress(db: Db, { id, operatorId }: Announcement) {
  const among = (index: string, where: string, order: string) =>
    sql`(select count(*) from (select id from outbox indexed by ${sql.raw(index)} where sent_at is null and ${sql.raw(where)} ${sql.raw(order)} limit ${countedAtMost}) where id like ${`${id}:%`})`;
  const [row] = await db.all<{ operator: string | null; unsent: number; givenUp: number }>(sql`
    select (select username from profiles where id = ${operatorId}) as operator,
      ${among("outbox_waiting", `due_at < ${never}`, "order by due_at")} as unsent,
      ${among("outbox_given_up", `due_at >= ${never}`, "order by created_at desc")} as givenUp`);
  return row ?? { operator: null, unsent: 0, givenUp: 0 };
}

export type Progress = Awaited<ReturnType<typeof findProgress>>;
