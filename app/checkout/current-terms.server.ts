import { inArray } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { settings } from "#drizzle/schema.ts";

/** The fee in percent of the price (docs/specification.md#fee), and the refund window in days. */
export type OrderTerms = { percent: number; refundDays: number };

/** The terms that new orders are placed under. */
export async function find(db: Db): Promise<OrderTerms> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.key, ["fee_percent", "refund_days"]));
  const values = new Map(rows.map(({ key, value }) => [key, Number(value)]));
  return { percent: values.get("fee_percent") ?? 0, refundDays: values.get("refund_days") ?? 14 };
}
