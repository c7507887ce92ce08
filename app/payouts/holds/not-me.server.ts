import { sql } from "drizzle-orm";
import * as links from "#app/auth/links.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import { mail, mailRows } from "#app/outbox/outbox.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { maxHold } from "#app/payouts/holds/hold.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { sessions as sessionRows } from "#drizzle/schema.ts";

/** What the seller is told. */
const reason = "You told us that you did not change your bank account.";

/**
 * Consumes the link of a seller who did not change the bank account (docs/specification.md#not-me): holds the
 * payouts for 90 days, ends all sessions of the user, and tells the seller and the operators. If the payouts
 * are already on hold, that hold is extended to at least 90 days from now.
 * @param at UTC ms
 * @returns the sessions that have ended; or why the link no longer works
 */
export async function report(
  db: Db,
  link: links.Link,
  at: number,
): Promise<{ ended: string[] } | "used" | "expired"> {
  const { userId } = link;
  const held = await holds.findOpen(db, userId);
  const id = held?.id ?? crypto.randomUUID();
  const until = at + maxHold * day;
  try {
    const [, , ended] = await db.batch([
      ...links.consumed(db, link, "payouts_held", at),
      sessions.allEnded(db, userId, null, at).returning({ id: sessionRows.id }),
      accounts.checkNow(db, userId, at),
      operatorsMailed(db, link, at),
      ...(held
        ? holds.bankDenied(db, userId, until)
        : [holds.placed(db, { id, userId, reason, placedBy: null, until }, at)]),
      mail(db, "payouts_held", userId, id, at),
    ]);
    return { ended: ended.map(({ id }) => id) };
  } catch (error) {
    // A hold was placed or ended at the same time.
    if (brokeUnique(error, "payout_holds.user_id") || guards.broken(error) === "payouts-held")
      return await report(db, link, at);
    const why = links.consumeFailure(error);
    if (!why) throw error;
    return why;
  }
}

/** A statement: an email to each operator, about the user of the link. @param at UTC ms */
function operatorsMailed(db: Db, { id, userId }: links.Link, at: number) {
  return mailRows(
    db,
    sql`select ${id} || ':' || id as id, 'payouts_not_me' as kind, id as user_id, ${userId} as subject_id, ${at} as due_at
      from users where role = 'operator' and suspended_at is null and deleted_at is null`,
    at,
  );
}
