import { and, eq, inArray, isNull } from "drizzle-orm";
import type { CodeResult } from "#app/auth/second-factor/factor.ts";
import { pendingSecondFactorLife } from "#app/auth/session.ts";
import type { PendingSecondFactor } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { day, second } from "#app/lib/dates.ts";
import { maxCodesPerDay } from "#app/limits/account-counters.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { attemptLimits } from "#app/limits/limits.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, limits as counters, sessions as sessionRows } from "#drizzle/schema.ts";

// Wrong codes count per account, from all networks together, because one person can own a /48. The mailed
// link unlocks only the browser that opens it, so a thief who has the password cannot lock the owner out.

/** Wrong codes in a session whose owner opened the mailed link. */
const maxUnlocked = 10;

/** Why the account accepts no code for now (docs/specification.md#wrong-codes). */
type CodeLock = {
  /** Seconds until the account accepts codes again. */
  wait: number;
  /** True if the daily limit was reached; false if it was the hourly limit. */
  isDay: boolean;
};

/** The result of a code. `ended`: this wrong code exceeded the limit, and the half-open sign-in has ended. */
type CodeTry = CodeResult | { wait: number; ended: boolean };

/**
 * Judges a code. The attempt is counted first, for all isolates together: of fifty codes that arrive at once,
 * ten are judged. A correct code is then removed from the count.
 * @param budget "session": the code completes an enrolment and opens no account, so it counts against this
 * session only
 * @param verify is not called if the attempt is refused
 * @param at UTC ms
 */
export async function judge(
  db: Db,
  challenged: PendingSecondFactor,
  address: string,
  budget: "account" | "session",
  verify: () => Promise<CodeResult>,
  at: number,
): Promise<CodeTry> {
  const isUnlocked = budget === "account" && (await findUnlocked(db, challenged));
  const atAccount = budget === "account" && !isUnlocked;
  const counted = atAccount ? await accountCounters(challenged.userId) : sessionCounters(challenged);
  const all = [...attempts.networkCounters("factor", address), ...counted];
  const counts = await attempts.tally(db, all, at);
  const wait = attempts.waitOf(counts, at);
  if (wait !== null) return { wait, ended: false };
  const result = await verify();
  if (result === "correct") {
    await attempts.uncount(
      db,
      all.map(({ key }) => key),
    );
    return result;
  }
  const ofAccount = counts.filter(({ key }) => counted.some((counter) => counter.key === key));
  const spent = ofAccount.findLast(({ count, most }) => count >= most);
  if (!spent || budget === "session") return result;
  await end(db, challenged, isUnlocked, at);
  return { wait: secondsTo(spent.resetsAt, at), ended: true };
}

/**
 * Ends half-open sign-ins: all of the account's, or the one that used up its own attempts. Notifies the
 * owner, once a day.
 */
async function end(
  db: Db,
  { userId, sessionId }: PendingSecondFactor,
  isUnlocked: boolean,
  at: number,
): Promise<void> {
  const isTold = await outbox.wasMailedSince(db, "wrong_codes", userId, at - day);
  await db.batch([
    db.insert(accountEvents).values({ userId, kind: "codes_refused", at }),
    db
      .update(sessionRows)
      .set({ endedAt: at })
      .where(
        and(
          eq(sessionRows.userId, userId),
          eq(sessionRows.owesFactor, true),
          isNull(sessionRows.endedAt),
          isUnlocked ? eq(sessionRows.id, sessionId) : isNull(sessionRows.unlockedAt),
        ),
      ),
    ...(isTold ? [] : [outbox.mail(db, "wrong_codes", userId, null, at)]),
  ]);
}

/** Finds why the account accepts no code; null if it does, or the session was unlocked. @param at UTC ms */
export async function findLock(
  db: Db,
  challenged: PendingSecondFactor,
  at: number,
): Promise<CodeLock | null> {
  const ofAccount = await accountCounters(challenged.userId);
  const keys = ofAccount.map(({ key }) => key);
  const [isUnlocked, rows] = await Promise.all([
    findUnlocked(db, challenged),
    db.select().from(counters).where(inArray(counters.key, keys)),
  ]);
  if (isUnlocked) return null;
  const [inHour, inDay] = ofAccount.map(({ key, most }) =>
    rows.find((row) => row.key === key && row.resetsAt > at && row.count >= most),
  );
  const spent = inDay ?? inHour;
  return spent ? { wait: secondsTo(spent.resetsAt, at), isDay: inDay !== undefined } : null;
}

function secondsTo(time: number, at: number): number {
  return Math.max(1, Math.ceil((time - at) / second));
}

/** The account's hourly counter, then its daily one. */
async function accountCounters(userId: string): Promise<attempts.Counter[]> {
  const { account, per } = attemptLimits.factor;
  return [
    { key: await attempts.accountKeyOf("factor", userId), most: account, per },
    { key: await attempts.accountKeyOf("factor-day", userId), most: maxCodesPerDay, per: day },
  ];
}

function sessionCounters({ sessionId }: PendingSecondFactor): attempts.Counter[] {
  return [{ key: `factor:session:${sessionId}`, most: maxUnlocked, per: pendingSecondFactorLife }];
}

async function findUnlocked(db: Db, { sessionId }: PendingSecondFactor): Promise<boolean> {
  const [row] = await db
    .select({ unlockedAt: sessionRows.unlockedAt })
    .from(sessionRows)
    .where(eq(sessionRows.id, sessionId));
  return row?.unlockedAt != null;
}
