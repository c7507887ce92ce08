import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Entry } from "#app/payments/balance/balance-entry.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { earnings, transfers } from "#drizzle/schema.ts";

/**
 * Our transfer from which someone took money back in the Stripe Dashboard; null if the entry is no such
 * reversal.
 */
async function findReversed(db: Db, { category, source, about }: Entry) {
  if (category !== "transfer_reversal" || source === null || about === null) return null;
  const call = await moneyCalls.find(db, { stripeId: about });
  const [transfer] = call ? await db.select().from(transfers).where(eq(transfers.id, call.id)) : [];
  return transfer ? { transfer, source } : null;
}

/**
 * Why a reversal that was made in the Stripe Dashboard cannot be taken into the books now; null if it can, or
 * if the entry is no such reversal. Stripe takes back no more than a transfer sent, so if the books have less
 * left than it took, Stripe has not yet answered a reversal of ours.
 */
export async function findRefusalToReversal(db: Db, entry: Entry): Promise<string | null> {
  const found = await findReversed(db, entry);
  if (!found || entry.netCents <= found.transfer.cents - found.transfer.reversedCents) return null;
  return "The books have less than this left of the transfer. A reversal of ours is on its way: try again once Stripe has answered it.";
}

/**
 * Statements: a transfer of ours was reversed in the Stripe Dashboard, so the amount is owed to the seller
 * again and due. They break `subject-unchanged` if it is more than the books have left of the transfer.
 * @param at UTC ms
 * @returns null if the entry is not a reversal of a transfer of ours
 */
export async function reversalTakenIn(
  db: Db,
  entry: Entry,
  at: number,
): Promise<BatchItem<"sqlite">[] | null> {
  const found = await findReversed(db, entry);
  if (!found) return null;
  const { transfer, source } = found;
  const { netCents } = entry;
  const order = { id: transfer.orderId, sellerId: transfer.userId };
  return [
    guards.that(
      db,
      "subject-unchanged",
      sql`(select cents - reversed_cents from transfers where id = ${transfer.id}) >= ${netCents}`,
    ),
    ledger.reversal(db, order, source, netCents, at),
    ledger.reversed(db, order, source, netCents, at),
    db
      .update(transfers)
      .set({ reversedCents: sql`${transfers.reversedCents} + ${netCents}` })
      .where(eq(transfers.id, transfer.id)),
    db.update(earnings).set({ dueAt: at, refusal: null }).where(eq(earnings.orderId, order.id)),
  ];
}
