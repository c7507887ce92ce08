import { inArray } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { intervalOf, type PayoutInterval } from "#app/payouts/bank/schedule.ts";
import { clearDays } from "#app/payouts/clearing.ts";
import { settings } from "#drizzle/schema.ts";

/** In how many days earnings clear, and how often banks are paid. */
export type PayoutTerms = { clearDays: number; topRatedDays: number; interval: PayoutInterval };

/** Finds what the settings say about payouts. */
export async function find(db: Db): Promise<PayoutTerms> {
  const keys = ["clear_days", "clear_days_top_rated", "payout_schedule"];
  const rows = await db.select().from(settings).where(inArray(settings.key, keys));
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    clearDays: Number(values.get("clear_days") ?? clearDays.clear_days),
    topRatedDays: Number(values.get("clear_days_top_rated") ?? clearDays.clear_days_top_rated),
    interval: intervalOf(values.get("payout_schedule")),
  };
}
