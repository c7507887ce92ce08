import { and, eq, gte } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { type EarnedMonth, monthsUntil } from "#app/ledger/earned-month.ts";
import { earnedMonths } from "#drizzle/schema.ts";

/** A seller's last twelve months, the oldest first. @param at UTC ms */
export async function list(db: Db, sellerId: string, at: number): Promise<EarnedMonth[]> {
  const months = monthsUntil(at);
  const rows = await db
    .select({ month: earnedMonths.month, cents: earnedMonths.cents })
    .from(earnedMonths)
    .where(and(eq(earnedMonths.userId, sellerId), gte(earnedMonths.month, months[0] ?? "")));
  const found = new Map(rows.map(({ month, cents }) => [month, cents]));
  return months.map((month) => ({ month, cents: found.get(month) ?? 0 }));
}
