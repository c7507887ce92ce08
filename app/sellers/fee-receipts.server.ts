import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { bothNames } from "#app/profiles/profile.ts";
import type { FeeReceipt } from "#app/sellers/fee-receipt.ts";
import type { SellerEventKind } from "#app/sellers/seller.ts";
import { profiles, sellerEvents, sellers } from "#drizzle/schema.ts";

/** The events that say what became of the fee. Except for `paid`, an amount is one that was returned. */
const kinds: SellerEventKind[] = ["paid", "waived", "fee_returned", "refused", "dispute_lost"];

/** Finds the receipt for a user's registration fee. @returns null if it was neither paid nor waived */
export async function find(db: Db, userId: string): Promise<FeeReceipt | null> {
  const rows = await db
    .select({
      id: sellers.id,
      priceCents: sellers.priceCents,
      event: { kind: sellerEvents.kind, at: sellerEvents.at, cents: sellerEvents.cents },
      actor: { fullName: profiles.fullName, username: profiles.username },
    })
    .from(sellers)
    .innerJoin(sellerEvents, eq(sellerEvents.sellerId, sellers.id))
    .leftJoin(profiles, eq(profiles.id, sellerEvents.actorId))
    .where(and(eq(sellers.userId, userId), inArray(sellerEvents.kind, kinds)))
    .orderBy(asc(sellerEvents.seq));
  const [first] = rows;
  const paid = rows.findLast(({ event }) => event.kind === "paid");
  const waived = rows.findLast(({ event }) => event.kind === "waived");
  if (!first || (!paid && !waived)) return null;
  return {
    id: first.id,
    priceCents: first.priceCents,
    paidAt: paid?.event.at ?? null,
    waived: waived ? { at: waived.event.at, by: bothNames(waived.actor) } : null,
    refunds: rows.flatMap(({ event: { kind, at, cents } }) =>
      kind !== "paid" && cents ? [{ at, cents }] : [],
    ),
  };
}
