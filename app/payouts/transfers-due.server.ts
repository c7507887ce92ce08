import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";
import { earnings } from "#drizzle/schema.ts";

/**
 * A statement: a seller's account may be ready. Makes the earnings that wait for it, or were refused, due
 * now, or once they clear. @param at UTC ms
 */
export function earningsDueAgain(db: Db, userId: string, at: number) {
  return db
    .update(earnings)
    .set({ dueAt: sql`max(${earnings.clearsAt}, ${at})` })
    .where(
      and(
        eq(earnings.sellerId, userId),
        isNotNull(earnings.dueAt),
        or(eq(earnings.dueAt, untilChange), isNotNull(earnings.refusal)),
      ),
    );
}
