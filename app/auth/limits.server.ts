import { eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { hour, minute, second } from "#app/lib/dates.ts";
import { limits } from "#drizzle/schema.ts";

type Rule = {
  /** How long a count lasts, in ms. */
  per: number;
  /** Tries from one address. */
  address: number;
  /** Tries from one address at one account. */
  pair: number;
  /** Tries at one account from everywhere, from where on each is slow; it is never refused for that (it would lock its owner out). */
  account: number;
};

/** How often each thing may be tried. What succeeds is taken back (`forgive`), so these are failures. */
export const rules = {
  "sign-in": { per: 15 * minute, address: 60, pair: 10, account: 30 },
  "sign-up": { per: hour, address: 60, pair: 10, account: 30 },
  reset: { per: hour, address: 30, pair: 5, account: 30 },
  verify: { per: hour, address: 60, pair: 10, account: 30 },
  factor: { per: 15 * minute, address: 60, pair: 10, account: 30 },
  /** Codes sent to phones, right or wrong: none is taken back. */
  text: { per: hour, address: 30, pair: 6, account: 12 },
  /** Of all that is held about a person; `address` is that person's id. */
  export: { per: minute, address: 1, pair: 1, account: 1 },
} as const satisfies Record<string, Rule>;

/** A try that was counted. */
export type Attempt = {
  /** Seconds to wait; null: go on. */
  wait: number | null;
  /** The account is being tried from many places: go on slowly. */
  slow: boolean;
  /** This try is the first of the slow ones: its owner may be told. */
  alarm: boolean;
  /** For `forgive`. */
  keys: string[];
};

/**
 * Counts a try before anything costly is done for it: one statement, one count for all instances.
 * @param address of the network (`context.address`) @param account an e-mail address or a user's id; null: none is named
 * @param at UTC ms
 */
export async function count(
  db: Db,
  what: keyof typeof rules,
  address: string,
  account: string | null,
  at: number,
): Promise<Attempt> {
  const { per, ...most } = rules[what];
  const named = account === null ? null : await sha256(account);
  const mostOf = new Map<string, number>([[`${what}:address:${address}`, most.address]]);
  if (named) mostOf.set(pairKey(what, address, named), most.pair);
  const ofAccount = `${what}:account:${named}`;
  const keys = [...mostOf.keys(), ...(named ? [ofAccount] : [])];
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
    .filter((row) => row.count > (mostOf.get(row.key) ?? Number.POSITIVE_INFINITY))
    .map((row) => Math.ceil((row.resetsAt - at) / second));
  const tries = rows.find((row) => row.key === ofAccount)?.count ?? 0;
  return {
    wait: waits.length > 0 ? Math.max(...waits) : null,
    slow: tries > most.account,
    alarm: tries === most.account + 1,
    keys,
  };
}

/** A try that succeeded does not count. */
export async function uncount(db: Db, keys: string[]): Promise<void> {
  await db.update(limits).set({ count: sql`max(0, count - 1)` }).where(inArray(limits.key, keys));
}

/** Forgets what was tried from an address at an account: whoever is there has proved to be its owner in another way. */
export async function reset(
  db: Db,
  what: keyof typeof rules,
  address: string,
  account: string,
): Promise<void> {
  await db.delete(limits).where(eq(limits.key, pairKey(what, address, await sha256(account))));
}

function pairKey(what: string, address: string, named: string): string {
  return `${what}:pair:${address}:${named}`;
}

/** Forgets counts that are over. @param at UTC ms @returns how many */
export async function deleteExpired(db: Db, at: number): Promise<number> {
  const { meta } = await db.delete(limits).where(lt(limits.resetsAt, at));
  return meta.changes;
}

/** What somebody reads who has to wait. @param wait seconds */
export function waitSentence(wait: number): string {
  const minutes = Math.ceil(wait / 60);
  return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then try again.`;
}

/** How long a slow try takes before it begins, in ms. */
const throttleDelay = 2 * second;

/** Holds a slow try back. */
export async function throttle({ slow }: Pick<Attempt, "slow">): Promise<void> {
  if (slow) await new Promise((resolve) => setTimeout(resolve, throttleDelay));
}
