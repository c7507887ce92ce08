import { and, eq, inArray, sql } from "drizzle-orm";
import { mailboxOf } from "#app/auth/mailbox.ts";
import type { Db } from "#app/context.ts";
import { hmac, sha256 } from "#app/lib/bytes.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import type { Work } from "#app/lib/work.ts";
import { creditHolders, credits, formerAddresses } from "#drizzle/schema.ts";

// Who has received the credit of a new user (docs/specification.md#credit). An address is remembered after
// its account is deleted or gets another address, so that a new sign-up with it gets no second credit. A card
// that has used the credit is remembered too, so that it cannot use another account's credit.

/**
 * What is kept of an address: hashes of the address and of its mailbox. `bare`: the unkeyed hash of earlier
 * releases.
 */
export type AddressHashes = { keyed: string[]; bare: string };

/** @param secret APP_SECRET */
export async function addressHashes(secret: string, email: string): Promise<AddressHashes> {
  const address = email.toLowerCase();
  const bare = await sha256(address);
  const all = new Set([await keyed(secret, bare), await keyed(secret, await sha256(mailboxOf(address)))]);
  return { keyed: [...all], bare };
}

/** An HMAC of the hash, so that hashes that were stored bare can be keyed later. */
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

/** A statement: the user's address turned out to be a mistake. Another account may get credit with it. */
export function addressForgotten(db: Db, userId: string, { keyed: hashes }: AddressHashes) {
  return db
    .delete(creditHolders)
    .where(and(eq(creditHolders.userId, userId), inArray(creditHolders.hash, hashes)));
}

/**
 * A statement: the new user's credit is withheld if another account has or had the address. Ordinarily it
 * changes no row.
 */
export function creditWithheld(db: Db, userId: string, { keyed: hashes, bare }: AddressHashes) {
  const isAnothers = sql`${creditHolders.userId} is not ${userId}`;
  const known = db
    .select({ one: sql`1` })
    .from(creditHolders)
    .where(and(inArray(creditHolders.hash, hashes), isAnothers));
  return db
    .delete(credits)
    .where(
      sql`user_id = ${userId} and (exists ${known} or exists (select 1 from former_addresses where hash = ${bare}))`,
    );
}

// Stripe reveals a card's fingerprint only after the card has paid or been authorised, so a payment with a
// used card is accepted and refunded. Authorising first would give each order with credit a third state
// between paid and unpaid, which closing, reconciliation and disputes would have to handle.

/** A card that pays with credit. `hash`: what is kept of it. `usedFor`: whose credit it used before. */
type CreditCard = { hash: string; usedFor: "no account" | "this account" | "another account" };

/**
 * Finds whose credit a card has used (docs/specification.md#credit-card).
 * @param fingerprint Stripe's identifier of the card
 * @param userId the user who pays with it now
 */
export async function findCard(
  { db, secret }: { db: Db; secret: string },
  fingerprint: string,
  userId: string,
): Promise<CreditCard> {
  const hash = await hmac(secret, `credit-card:${fingerprint}`);
  const [holder] = await db
    .select({ userId: creditHolders.userId })
    .from(creditHolders)
    .where(eq(creditHolders.hash, hash));
  if (!holder) return { hash, usedFor: "no account" };
  return { hash, usedFor: holder.userId === userId ? "this account" : "another account" };
}

/**
 * A statement: the card uses the credit of this account, and from now on cannot use that of another account.
 * It breaks a unique key if another payment with this card came first (`isCardTaken`).
 */
export function cardRecorded(db: Db, userId: string, hash: string) {
  return db.insert(creditHolders).values({ hash, userId });
}

/** True if a batch was rolled back because another payment with the same card came first. */
export function isCardTaken(error: unknown): boolean {
  return brokeUnique(error, "credit_holders.hash");
}

/** Keys the hashes that an earlier release stored bare, 50 per unit. */
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
async function keyBareHashes(db: Db, secret: string): Promise<number> {
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
