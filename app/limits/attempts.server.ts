import { eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { second } from "#app/lib/dates.ts";
import { type AttemptName, attemptLimits } from "#app/limits/limits.ts";
import { widerNetworksOf } from "#app/limits/networks.ts";
import { limits } from "#drizzle/schema.ts";

/** An attempt that was counted. */
export type Attempt = {
  /** Seconds to wait if the attempt is refused; null if it is allowed. */
  wait: number | null;
  /** True if the account is above its limit: call `throttle`. */
  slow: boolean;
  /** True for the first slow attempt of a window: the owner is warned. */
  alarm: boolean;
  /** The counters, for `uncount`. */
  keys: string[];
};

/** One counter. `most` counts within `per` ms are allowed. `cost`: what is added; absent: 1. */
export type Counter = { key: string; most: number; per: number; cost?: number };

/**
 * Counts an attempt. Call it before the costly work (docs/decisions/0047-count-before-hashing.md). One
 * statement counts for all isolates.
 * @param address the network address (`context.address`)
 * @param account an email address or a user's id; null if the request names no account
 * @param at UTC ms
 */
export async function count(
  db: Db,
  action: AttemptName,
  address: string,
  account: string | null,
  at: number,
): Promise<Attempt> {
  const { per, pair, account: maxAtAccount, above } = attemptLimits[action];
  const counters = networkCounters(action, address);
  const accountKey = account === null ? null : await accountKeyOf(action, account);
  if (accountKey !== null && account !== null) {
    counters.push({ key: await pairKeyOf(action, address, account), most: pair, per });
    const most = above === "refuse" ? maxAtAccount : Number.POSITIVE_INFINITY;
    counters.push({ key: accountKey, most, per });
  }
  const counts = await tally(db, counters, at);
  const atAccount = counts.find(({ key }) => key === accountKey)?.count ?? 0;
  return {
    wait: waitOf(counts, at),
    slow: above === "slow" && atAccount > maxAtAccount,
    alarm: atAccount === maxAtAccount + 1,
    keys: counters.map(({ key }) => key),
  };
}

/** The counters of an address and of the wider networks around it. */
export function networkCounters(action: AttemptName, address: string): Counter[] {
  const { per, net56, net48, ...rule } = attemptLimits[action];
  const wider = widerNetworksOf(address);
  return [
    { key: `${action}:address:${address}`, most: rule.address, per },
    ...(wider
      ? [
          { key: `${action}:address:${wider.net56}`, most: net56, per },
          { key: `${action}:address:${wider.net48}`, most: net48, per },
        ]
      : []),
  ];
}

/** @param account an email address or a user's id; only its hash is stored */
export async function accountKeyOf(action: string, account: string): Promise<string> {
  return `${action}:account:${await sha256(account)}`;
}

/** A counter after a count. */
type Tally = Counter & { count: number; resetsAt: number };

/**
 * Adds to all counters in one statement. Concurrent requests get different counts.
 * @param at UTC ms
 */
export async function tally(db: Db, counters: Counter[], at: number): Promise<Tally[]> {
  const rows = await db
    .insert(limits)
    .values(counters.map(({ key, per, cost = 1 }) => ({ key, count: cost, resetsAt: at + per })))
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`iif(resets_at <= ${at}, excluded.count, count + excluded.count)`,
        resetsAt: sql`iif(resets_at <= ${at}, excluded.resets_at, resets_at)`,
      },
    })
    .returning();
  return counters.map((counter) => {
    const row = rows.find(({ key }) => key === counter.key);
    if (!row) throw new Error(`The counter ${counter.key} was not counted`);
    return { ...counter, count: row.count, resetsAt: row.resetsAt };
  });
}

/** The longest wait of the counters above their limit, in seconds; null if none is. @param at UTC ms */
export function waitOf(counts: Tally[], at: number): number | null {
  const waits = counts
    .filter(({ count, most }) => count > most)
    .map(({ resetsAt }) => Math.max(1, Math.ceil((resetsAt - at) / second)));
  return waits.length > 0 ? Math.max(...waits) : null;
}

/** Takes a successful attempt back out of the counts. */
export async function uncount(db: Db, keys: string[]): Promise<void> {
  await db.update(limits).set({ count: sql`max(0, count - 1)` }).where(inArray(limits.key, keys));
}

/**
 * Resets the count of an address at an account. Call it once the owner has proved who they are in another
 * way.
 */
export async function reset(db: Db, action: AttemptName, address: string, account: string): Promise<void> {
  await db.delete(limits).where(eq(limits.key, await pairKeyOf(action, address, account)));
}

async function pairKeyOf(action: string, address: string, account: string): Promise<string> {
  return `${action}:pair:${address}:${await sha256(account)}`;
}

/** Deletes the counts of past windows. @param at UTC ms @returns how many were deleted */
export async function deleteExpired(db: Db, at: number): Promise<number> {
  const { meta } = await db.delete(limits).where(lt(limits.resetsAt, at));
  return meta.changes;
}

/** The delay of a slow attempt, in ms. */
const throttleDelay = 2 * second;

/** Delays a slow attempt. Returns immediately for any other attempt. */
export async function throttle({ slow }: Pick<Attempt, "slow">): Promise<void> {
  if (slow) await new Promise((resolve) => setTimeout(resolve, throttleDelay));
}
