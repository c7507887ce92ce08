import { eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { orders, profiles, reviews } from "#drizzle/schema.ts";
import { person } from "./factories.ts";

type Gig = { id: string; sellerId: string; title: string };
type Opinion = {
  rating?: number;
  comment?: string | null;
  username?: string;
  name?: string;
  title?: string;
  at?: number;
};

/** Inserts a verified review with its buyer and completed order. */
export async function review(db: Db, gig: Gig, opinion: Opinion = {}) {
  const buyer = await person(db, { username: opinion.username, fullName: opinion.name });
  const at = opinion.at ?? Date.now();
  const orderId = crypto.randomUUID();
  if (opinion.title || opinion.name !== undefined)
    await db
      .update(profiles)
      .set({ title: opinion.title, fullName: opinion.name })
      .where(eq(profiles.id, buyer.id));
  await db.insert(orders).values({
    id: orderId,
    gigId: gig.id,
    sellerId: gig.sellerId,
    buyerId: buyer.id,
    status: "completed",
    paymentStatus: "paid",
    paidAt: at,
    completedAt: at,
    stage: "closed",
    hold: "none",
    priceCents: 8000,
    feeCents: 0,
    title: gig.title,
    packageId: "starter",
    packageTitle: "Basic",
    deliveryDays: 3,
    revisions: 1,
    questions: [],
    requirements: "",
    formToken: crypto.randomUUID(),
    version: 1,
    createdAt: at,
    updatedAt: at,
  });
  const id = crypto.randomUUID();
  await db.insert(reviews).values({
    id,
    orderId,
    gigId: gig.id,
    buyerId: buyer.id,
    sellerId: gig.sellerId,
    rating: opinion.rating ?? 5,
    comment: opinion.comment === undefined ? "Just what I asked for." : opinion.comment,
    createdAt: at,
  });
  return { id, username: buyer.username };
}
