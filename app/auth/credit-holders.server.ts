import { inArray, sql } from "drizzle-orm";
import { mailboxOf } from "#app/auth/mailbox.ts";
import type { Db } from "#app/context.ts";
import { hmac, sha256 } from "#app/lib/bytes.ts";
import type { Work } from "#app/lib/work.ts";
import { creditHolders, credits, formerAddresses } from "#drizzle/schema.ts";

// Who has had the credit of a new user (docs/specification.md#credit). An address stays known after the
// account was deleted or has another address, so that a new sign-up with it gets no second credit.

/** What stays of an address: hashes of the address and of its mailbox. `bare`: as it was stored formerly. */
export type AddressHashes = { keyed: string[]; bare: string };

/** @param secret APP_SECRET */
export async function addressHashes(secret: string, email: string): Promise<AddressHashes> {
  const address = email.toLowerCase();
  const bare = await sha256(address);
  const all = new Set([await keyed(secret, bare), await keyed(secret, await sha256(mailboxOf(address)))]);
  return { keyed: [...all], bare };
}

/** An HMAC of the hash, so that hashes that were stored bare can be keyed too. */
async function keyed(secret: string, hash: string): Promise<string> {
  return await hmac(secret, `credit:${hash}`);
}

/** A statement: the user has, or had, this address. */
export function addressRecorded(db: Db, userId: string, hashes: AddressHashes) {
  return db
    .insert(creditHolders)
    .values(hashes.keyed.map((hash) => ({ hash, userId })))
    .onConflictDoNothing();
}

/**
 * A statement: the new user's credit is withheld if another account has or had the address. It may change no
 * row, which is the ordinary case.
 */
export function creditWithheld(db: Db, userId: string, { keyed: hashes, bare }: AddressHashes) {
  const known = db.select({ one: sql`1` }).from(creditHolders).where(inArray(creditHolders.hash, hashes));
  return db
    .delete(credits)
    .where(
      sql`user_id = ${userId} and (exists ${known} or exists (select 1 from former_addresses where hash = ${bare}))`,
    );
}

/** Hashes that an earlier release has stored bare are keyed, 50 in a unit. */
export const bareHashes: Work<{ db: Db; secret: string }> = {
  async find({ db }) {
    const [row] = await db.select({ one: sql`1` }).from(formerAddresses).limit(1);
    return row ? ["former addresses"] : [];
  },
  run: async ({ db, secret }) => (await keyBareHashes(db, secret)) > 0,
};

/**
 * Moves hashes that were stored bare to `credit_holders`, keyed: at most 50 in one run.
 * @param secret APP_SECRET
 * @returns their number
 */
export async function keyBareHashes(db: Db, secret: string): Promise<number> {
  const rows = await db.select().from(formerAddresses).limit(50);
  if (rows.length === 0) return 0;
  const bare = rows.map(({ hash }) => hash);
  const hashes = await Promise.all(bare.map(async (hash) => ({ hash: await keyed(secret, hash) })));
  await db.batch([
    db.insert(creditHolders).values(hashes).onConflictDoNothing(),
    db.delete(formerAddresses).where(inArray(formerAddresses.hash, bare)),
  ]);
  return rows.length;
}
