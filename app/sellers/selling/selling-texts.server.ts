import { and, eq, type SQL } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import type { SellingTexts } from "#app/sellers/selling/selling.form.ts";
import { sellers } from "#drizzle/schema.ts";

/**
 * Writes what an active seller's public page shows (docs/specification.md#selling-texts).
 * @param holder a sub-select of the user's id that is null once the session has ended (auth/sessions)
 * @param at UTC ms
 * @returns `not active`: the person does not sell, or no longer
 */
export async function save(
  db: Db,
  userId: string,
  texts: SellingTexts,
  holder: SQL<string>,
  at: number,
): Promise<"saved" | "session ended" | "not active"> {
  try {
    const { meta } = await db
      .update(sellers)
      .set({ ...texts, userId: holder, updatedAt: at })
      .where(and(eq(sellers.userId, userId), eq(sellers.status, "active")));
    return meta.changes > 0 ? "saved" : "not active";
  } catch (error) {
    if (brokeNotNull(error, "sellers.user_id")) return "session ended";
    throw error;
  }
}
