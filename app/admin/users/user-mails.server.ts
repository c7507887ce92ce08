import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { outbox } from "#drizzle/schema.ts";

/** How many emails a page shows. */
const shownAtOnce = 20;

/**
 * Lists the emails to a user, newest first (docs/specification.md#operator-users). `address` is null if it is
 * the user's own, `orderId` if the email is about no order. `older` is the next page's `before`; null if
 * there is none.
 * @param before the number of the previous page's last email; null: the first page
 */
export async function listMails(db: Db, userId: string, before: number | null) {
  const rows = await db
    .select({
      number: outbox.number,
      kind: outbox.kind,
      address: outbox.address,
      orderId: sql<string | null>`(select id from orders where id = outbox.subject_id)`,
      createdAt: outbox.createdAt,
      dueAt: outbox.dueAt,
      sentAt: outbox.sentAt,
      attempts: outbox.attempts,
      error: outbox.error,
    })
    .from(outbox)
    .where(and(eq(outbox.userId, userId), before === null ? undefined : lt(outbox.number, before)))
    .orderBy(desc(outbox.number))
    .limit(shownAtOnce + 1);
  const mails = rows.slice(0, shownAtOnce);
  return { mails, older: rows.length > shownAtOnce ? (mails.at(-1)?.number ?? null) : null };
}

export type UserMails = Awaited<ReturnType<typeof listMails>>;
