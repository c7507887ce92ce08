import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { SellingTexts } from "#app/sellers/selling/selling.form.ts";
import { sellers } from "#drizzle/schema.ts";

/**
 * Writes what an active seller's public page shows (docs/specification.md#selling-texts).
 * @param holder a sub-select of the user's id that is null once the session has ended (auth/sessions)
 * @param at UTC ms
 * @returns `not active`: the user does not sell, or no longer sells
 */
export async function save(
  db: Db,
  userId: string,
  texts: SellingTexts,
  holder: SQL<string>,
  at: number,
): Promise<"saved" | "not active"> {
  try {
    const isActive = sql`exists (select 1 from sellers where user_id = ${userId} and status = 'active')`;
    await db.batch([
      guards.that(db, "seller-active", isActive),
      guards.that(db, "session", sql`${holder} is not null`),
      db
        .update(sellers)
        .set({ ...texts, updatedAt: at })
        .where(and(eq(sellers.userId, userId), eq(sellers.status, "active"))),
    ]);
    return "saved";
  } catch (error) {
    if (guards.broken(error) === "seller-active") return "not active";
    throw error;
  }
}
