import type { Db } from "#app/context.ts";
import { orders } from "#drizzle/schema.ts";
import { gig, person } from "./factories.ts";

/**
 * Inserts an order without a payment: $80, paid now and ready to start by default, with its own gig and
 * users.
 */
export async function orderRow(db: Db, state: Partial<typeof orders.$inferInsert> = {}) {
  const offer = state.gigId ? { id: state.gigId, sellerId: state.sellerId ?? "" } : await gig(db);
  const at = state.createdAt ?? Date.now();
  const row = {
    id: crypto.randomUUID(),
    gigId: offer.id,
    sellerId: offer.sellerId,
    buyerId: state.buyerId ?? (await person(db)).id,
    status: "pending" as const,
    paymentStatus: "paid" as const,
    stage: "ready" as const,
    hold: "none" as const,
    priceCents: 8000,
    feeCents: 0,
    title: "A portrait of a cat",
    packageId: "starter" as const,
    packageTitle: "Basic",
    deliveryDays: 3,
    revisions: 1,
    questions: [],
    requirements: "",
    paidAt: at,
    formToken: crypto.randomUUID(),
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...state,
  };
  await db.insert(orders).values(row);
  return row;
}
