import { eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Seller } from "#app/sellers/seller-writes.server.ts";
import { sellers } from "#drizzle/schema.ts";

// The store of sellers and their registrations.

export { isLostRace, type Seller } from "#app/sellers/seller-writes.server.ts";

/** The registration of a user; null if they never started one. */
export async function findByUser(db: Db, userId: string): Promise<Seller | null> {
  const [seller] = await db.select().from(sellers).where(eq(sellers.userId, userId));
  return seller ?? null;
}

/** One registration; null if there is none. */
export async function find(db: Db, id: string): Promise<Seller | null> {
  const [seller] = await db.select().from(sellers).where(eq(sellers.id, id));
  return seller ?? null;
}
