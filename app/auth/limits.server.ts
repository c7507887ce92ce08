import { eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { day, hour, minute, second } from "#app/lib/dates.ts";
import { widerNetworksOf } from "#app/lib/networks.ts";
import { limits } from "#drizzle/schema.ts";

type Rule = {
  /** The length of the window, in ms. */
  per: number;
  /** Attempts from one network address. More are refused. */
  address: number;
  /** Attempts from one /56 of IPv6, as a household may have, and from one /48, as a company may have. */
  net56: number;
  net48: number;
  /** Attempts from one network address at one account. More are refused. */
  pair: number;
  /** Attempts at one account from all addresses: see `above`. */
  account: number;
  /**
   * What happens above the limit of an account. "slow": refusing would lock the owner out of the first step.
   * "refuse": only someone who knows the password gets here.
   */
  above: "slow" | "refuse";
};

const megabyte = 1024 * 1024;

/**
 * The limits of docs/specification.md#account-limits. A success is taken back (`uncount`), so failures count.
 */
export const rules = {
  "sign-in": { per: 15 * minute, address: 60, net56: 120, net48: 240, pair: 10, account: 30, above: "slow" },
  "sign-up": { per: hour, address: 60, net56: 120, net48: 240, pair: 10, account: 30, above: "slow" },
  reset: { per: hour, address: 30, net56: 60, net48: 120, pair: 5, account: 30, above: "slow" },
  verify: { per: hour, address: 60, net56: 120, net48: 240, pair: 10, account: 30, above: "slow" },
  /** Codes of a second factor and recovery codes; see also app/auth/code-tries.server.ts. */
  factor: { per: hour, address: 60, net56: 120, net48: 240, pair: 10, account: 10, above: "refuse" },
  /** Codes sent to phones. None is taken back. */
  text: { per: hour, address: 30, net56: 60, net48: 120, pair: 6, account: 12, above: "refuse" },
  /** Texts that were typed into a form and are kept over sign-in (docs/specification.md#drafts). */
  draft: { per: hour, address: 60, net56: 120, net48: 240, pair: 60, account: 60, above: "slow" },
  /** The bytes of these texts: a day is as long as a draft may live. */
  "draft-bytes": {
    ...{ per: day, address: 2 * megabyte, net56: 4 * megabyte, net48: 8 * megabyte },
    ...{ pair: 2 * megabyte, account: 2 * megabyte, above: "refuse" },
  },
  /** Tickets. A user's id takes the place of the address; a visitor's email address is the account. */
  ticket: { per: hour, address: 5, net56: 10, net48: 20, pair: 5, account: 5, above: "refuse" },
  /** Checks of payments that have no order. The user's id takes the place of the address. */
  "payment-check": { per: hour, address: 3, net56: 3, net48: 3, pair: 3, account: 3, above: "refuse" },
  /** Errors that pages report from browsers (docs/specification.md#client-errors). None is taken back. */
  "client-error": { per: hour, address: 10, net56: 20, net48: 40, pair: 10, account: 10, above: "refuse" },
  /** 'Was this helpful?' of the help centre. None is taken back. */
  helpful: { per: hour, address: 60, net56: 120, net48: 240, pair: 60, account: 60, above: "refuse" },
  /** Data exports. The user's id takes the place of the address. */
  export: { per: minute, address: 1, net56: 1, net48: 1, pair: 1, account: 1, above: "refuse" },
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
  action: keyof typeof rules,
  address: string,
  account: string | null,
  at: number,
): Promise<Attempt> {
  const { per, pair, account: mostAtAccount, above } = rules[action];
  const counters = networkCounters(action, address);
  const accountKey = account === null ? null : await accountKeyOf(action, account);
  if (accountKey !== null && account !== null) {
    counters.push({ key: await pairKeyOf(action, address, account), most: pair, per });
    const most = above === "refuse" ? mostAtAccount : Number.POSITIVE_INFINITY;
    counters.push({ key: accountKey, most, per });
  }
  const counts = await tally(db, counters, at);
  const atAccount = counts.find(({ key }) => key === accountKey)?.count ?? 0;
  return {
    wait: waitOf(counts, at),
    slow: above === "slow" && atAccount > mostAtAccount,
    alarm: atAccount === mostAtAccount + 1,
    keys: counters.map(({ key }) => key),
  };
}

/** The counters of an address and of the wider networks around it. */
export function networkCounters(action: keyof typeof rules, address: string): Counter[] {
  const { per, net56, net48, ...rule } = rules[action];
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

/** @param account an email address or a user's id: only its hash is stored */
export async function accountKeyOf(action: string, account: string): Promise<string> {
  return `${action}:account:${await sha256(account)}`;
}

/** A counter after a count. */
export type Tally = Counter & { count: number; resetsAt: number };

/**
 * Adds to all counters in one statement. Requests at the same time get different counts.
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

/** Refuses an attempt above a limit. @param wait seconds */
export function waitSentence(wait: number): string {
  return `Too many attempts. Please wait ${waitText(wait)}, then try again.`;
}

/** A time to wait as people say it: `a minute`, `12 minutes`, `5 hours`. @param wait seconds */
export function waitText(wait: number): string {
  const minutes = Math.ceil(wait / 60);
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** The delay of a slow attempt, in ms. */
const throttleDelay = 2 * second;

/** Delays a slow attempt. Returns at once for any other. */
export async function throttle({ slow }: Pick<Attempt, "slow">): Promise<void> {
  if (slow) await new Promise((resolve) => setTimeout(resolve, throttleDelay));
}
