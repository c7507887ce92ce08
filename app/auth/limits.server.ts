import { eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { hour, minute, second } from "#app/lib/dates.ts";
import { limits } from "#drizzle/schema.ts";

type Rule = {
  /** The length of the window, in ms. */
  per: number;
  /** Attempts from one network address. More are refused. */
  address: number;
  /** Attempts from one network address at one account. More are refused. */
  pair: number;
  /**
   * Attempts at one account from all addresses. More are slowed, not refused: that would lock the owner out.
   * Only codes sent to phones are refused (`sendChallenge`).
   */
  account: number;
};

/**
 * The limits of docs/specification.md#account-limits. A success is taken back (`uncount`), so failures count.
 */
export const rules = {
  "sign-in": { per: 15 * minute, address: 60, pair: 10, account: 30 },
  "sign-up": { per: hour, address: 60, pair: 10, account: 30 },
  reset: { per: hour, address: 30, pair: 5, account: 30 },
  verify: { per: hour, address: 60, pair: 10, account: 30 },
  factor: { per: 15 * minute, address: 60, pair: 10, account: 30 },
  /** Codes sent to phones. None is taken back. */
  text: { per: hour, address: 30, pair: 6, account: 12 },
  /** Texts that were typed into a form and are kept over sign-in (docs/specification.md#drafts). */
  draft: { per: hour, address: 60, pair: 60, account: 60 },
  /** Data exports. The user's id takes the place of the address. */
  export: { per: minute, address: 1, pair: 1, account: 1 },
} as const satisfies Record<string, Rule>;

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

/**
 * Counts an attempt. Call it before the costly work (docs/decisions/0047-count-before-hashing.md). One
 * statement counts for all isolates.
 * @param address the network address (`context.address`)
 * @param account an e-mail address or a user's id; null if the request names no account
 * @param at UTC ms
 */
export async function count(
  db: Db,
  action: keyof typeof rules,
  address: string,
  account: string | null,
  at: number,
): Promise<Attempt> {
  const { per, ...maximum } = rules[action];
  const accountHash = account === null ? null : await sha256(account);
  const maximumOf = new Map<string, number>([[`${action}:address:${address}`, maximum.address]]);
  if (accountHash) maximumOf.set(pairKey(action, address, accountHash), maximum.pair);
  const accountKey = `${action}:account:${accountHash}`;
  const keys = [...maximumOf.keys(), ...(accountHash ? [accountKey] : [])];
  const rows = await db
    .insert(limits)
    .values(keys.map((key) => ({ key, count: 1, resetsAt: at + per })))
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`iif(resets_at <= ${at}, 1, count + 1)`,
        resetsAt: sql`iif(resets_at <= ${at}, excluded.resets_at, resets_at)`,
      },
    })
    .returning();
  const waits = rows
    .filter((row) => row.count > (maximumOf.get(row.key) ?? Number.POSITIVE_INFINITY))
    .map((row) => Math.ceil((row.resetsAt - at) / second));
  const accountCount = rows.find((row) => row.key === accountKey)?.count ?? 0;
  return {
    wait: waits.length > 0 ? Math.max(...waits) : null,
    slow: accountCount > maximum.account,
    alarm: accountCount === maximum.account + 1,
    keys,
  };
}

/** Takes a successful attempt back. */
export async function uncount(db: Db, keys: string[]): Promise<void> {
  await db.update(limits).set({ count: sql`max(0, count - 1)` }).where(inArray(limits.key, keys));
}

/** Resets the count of an address at an account. Call it when the owner was identified in another way. */
export async function reset(
  db: Db,
  action: keyof typeof rules,
  address: string,
  account: string,
): Promise<void> {
  await db.delete(limits).where(eq(limits.key, pairKey(action, address, await sha256(account))));
}

function pairKey(action: string, address: string, accountHash: string): string {
  return `${action}:pair:${address}:${accountHash}`;
}

/** Deletes the counts of past windows. @param at UTC ms @returns how many were deleted */
export async function deleteExpired(db: Db, at: number): Promise<number> {
  const { meta } = await db.delete(limits).where(lt(limits.resetsAt, at));
  return meta.changes;
}

/** Refuses an attempt above a limit. @param wait seconds */
export function waitSentence(wait: number): string {
  const minutes = Math.ceil(wait / 60);
  return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then try again.`;
}

/** The delay of a slow attempt, in ms. */
const throttleDelay = 2 * second;

/** Delays a slow attempt. Returns at once for any other. */
export async function throttle({ slow }: Pick<Attempt, "slow">): Promise<void> {
  if (slow) await new Promise((resolve) => setTimeout(resolve, throttleDelay));
}
