import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { credits, formerAddresses } from "#drizzle/schema.ts";

/**
 * A statement: the address of a deleted account is recorded, so that a new sign-up with it gets no second
 * credit (docs/specification.md#credit).
 * @param hash from `addressHash`
 */
export function addressRecorded(db: Db, hash: string) {
  return db.insert(formerAddresses).values({ hash }).onConflictDoNothing();
}

/** The hash that stays of the address of a deleted account. */
export async function addressHash(email: string): Promise<string> {
  return await sha256(email.toLowerCase());
}

/** A statement: the new user's credit is withheld if the address belonged to a deleted account. */
export function creditWithheld(db: Db, userId: string, hash: string) {
  return db
    .delete(credits)
    .where(sql`user_id = ${userId} and exists (select 1 from former_addresses where hash = ${hash})`);
}
