import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { credits, formerAddresses } from "#drizzle/schema.ts";

/** A statement: whoever signs up with this address again is not given the new user's credit again. @param hash of `addressHash` */
export function addressRecorded(db: Db, hash: string) {
  return db.insert(formerAddresses).values({ hash }).onConflictDoNothing();
}

/** What is kept of an address whose account was deleted. */
export async function addressHash(email: string): Promise<string> {
  return await sha256(email.toLowerCase());
}

/** A statement: a new account with the address of a deleted one has no credit. */
export function creditWithheld(db: Db, userId: string, hash: string) {
  return db
    .delete(credits)
    .where(sql`user_id = ${userId} and exists (select 1 from former_addresses where hash = ${hash})`);
}
