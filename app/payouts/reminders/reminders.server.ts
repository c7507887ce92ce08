import { and, eq, lte, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { isOff } from "#app/payouts/accounts/account.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as payoutLinks from "#app/payouts/accounts/payout-links.server.ts";
import { nextAsked, nextSetup } from "#app/payouts/reminders/reminders.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";
import { payoutReminders } from "#drizzle/schema.ts";

type Reminder = typeof payoutReminders.$inferSelect;

/** A statement: earnings of a seller wait for the set-up. Planned reminders stay. @param at UTC ms */
export function setupAwaited(db: Db, userId: string, at: number) {
  const dueAt = nextSetup(at, at) ?? at;
  return db.insert(payoutReminders).values({ userId, kind: "setup", since: at, dueAt }).onConflictDoNothing();
}

/** A statement: a seller's account is ready. */
export function setupDone(db: Db, userId: string) {
  return db
    .delete(payoutReminders)
    .where(and(eq(payoutReminders.userId, userId), eq(payoutReminders.kind, "setup")));
}

/** A statement: a deleted account is not reminded. */
export function ofUserForgotten(db: Db, userId: string) {
  return db.delete(payoutReminders).where(eq(payoutReminders.userId, userId));
}

/**
 * A statement: what Stripe asks of a seller has this first deadline, or none.
 * @param deadline null: nothing is asked for by a day @param at UTC ms
 */
export function askedBy(db: Db, userId: string, deadline: number | null, at: number) {
  const dueAt = deadline === null ? null : nextAsked(deadline, at);
  if (deadline === null || dueAt === null)
    return db
      .delete(payoutReminders)
      .where(and(eq(payoutReminders.userId, userId), eq(payoutReminders.kind, "asked")));
  return (
    db
      .insert(payoutReminders)
      .values({ userId, kind: "asked", since: deadline, dueAt })
      // The same deadline again does not repeat a reminder that was sent.
      .onConflictDoUpdate({
        target: [payoutReminders.userId, payoutReminders.kind],
        set: { since: deadline, dueAt },
        setWhere: sql`${payoutReminders.since} <> ${deadline}`,
      })
  );
}

/** The sellers who are to be reminded. The id of a unit is `{kind}:{user}`. */
export const dueReminders: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }, limit) {
    const rows = await db
      .select({ userId: payoutReminders.userId, kind: payoutReminders.kind })
      .from(payoutReminders)
      .where(lte(payoutReminders.dueAt, clock.now()))
      .orderBy(payoutReminders.dueAt)
      .limit(limit);
    return rows.map(({ userId, kind }) => `${kind}:${userId}`);
  },
  async run({ db, clock }, id) {
    const at = clock.now();
    const reminder = await findDue(db, id, at);
    if (!reminder) return false;
    try {
      await db.batch(await statementsOf(db, reminder, at));
    } catch (error) {
      // Another run has sent it.
      if (guards.broken(error) !== "reminder-due") throw error;
    }
    return true;
  },
};

async function findDue(db: Db, id: string, at: number): Promise<Reminder | null> {
  const [kind, userId = ""] = id.split(":");
  const [row] = await db
    .select()
    .from(payoutReminders)
    .where(
      and(
        eq(payoutReminders.userId, userId),
        eq(payoutReminders.kind, kind === "asked" ? "asked" : "setup"),
        lte(payoutReminders.dueAt, at),
      ),
    );
  return row ?? null;
}

/** The mail, if there is still a reason for it, and the time of the next one. */
async function statementsOf(db: Db, { userId, kind, since, dueAt }: Reminder, at: number) {
  const [account, isSuspended] = await Promise.all([
    accounts.findOpen(db, userId),
    accounts.isSuspended(db, userId),
  ]);
  const mailKind = kind === "asked" ? "payouts_asked_again" : "payouts_reminder";
  const isWanted =
    kind === "asked"
      ? at < since && (account?.requirements.length ?? 0) > 0
      : (!account || (account.bankSince === null && !isOff(account))) && (await waits(db, userId));
  // After the last reminder the row stays, so that the same reason does not start them again.
  const next = kind === "asked" ? (nextAsked(since, at) ?? since) : (nextSetup(since, at) ?? untilChange);
  const row = and(eq(payoutReminders.userId, userId), eq(payoutReminders.kind, kind));
  return [
    guards.that(
      db,
      "reminder-due",
      sql`(select due_at from payout_reminders where user_id = ${userId} and kind = ${kind}) = ${dueAt}`,
    ),
    ...(isWanted
      ? [
          // The other mails link to pages that need a sign-in.
          ...(isSuspended
            ? payoutLinks.mailed(db, userId, at)
            : [outbox.mail(db, mailKind, userId, account?.id ?? null, at)]),
          db.update(payoutReminders).set({ dueAt: next }).where(row),
        ]
      : [db.delete(payoutReminders).where(row)]),
  ] as const;
}

/** True if earnings have cleared and wait for the account. */
async function waits(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.all<{ waits: 0 | 1 }>(
    sql`select exists (select 1 from earnings where seller_id = ${userId} and due_at = ${untilChange}) as waits`,
  );
  return row?.waits === 1;
}
