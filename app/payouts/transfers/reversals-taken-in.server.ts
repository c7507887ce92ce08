import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import type { Entry } from "#app/payments/balance/balance-entry.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { earnings, transfers } from "#drizzle/schema.ts";

/**
 * Statements: a transfer of ours was reversed at Stripe's dashboard, so the amount is owed to the seller
 * again and due. They break a CHECK if more than the transfer would be taken back.
 * @param at UTC ms
 * @returns null if the entry is no reversal of a transfer of ours
 */
export async function reversalTakenIn(
  db: Db,
  { category, source, about, netCents }: Entry,
  at: number,
): Promise<BatchItem<"sqlite">[] | null> {
  if (category !== "transfer_reversal" || source === null || about === null) return null;
  const call = await moneyCalls.find(db, { stripeId: about });
  const [transfer] = call ? await db.select().from(transfers).where(eq(transfers.id, call.id)) : [];
  if (!transfer) return null;
  const order = { id: transfer.orderId, sellerId: transfer.userId };
  return [
    ledger.reversal(db, order, source, netCents, at),
    ledger.reversed(db, order, source, netCents, at),
    db
      .update(transfers)
      .set({ reversedCents: sql`${transfers.reversedCents} + ${netCents}` })
      .where(eq(transfers.id, transfer.id)),
    db.update(earnings).set({ dueAt: at, refusal: null }).where(eq(earnings.orderId, order.id)),
  ];
}
