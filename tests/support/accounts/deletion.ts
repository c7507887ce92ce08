import { Buffer } from "node:buffer";
import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { base64url } from "#app/lib/bytes.ts";
import { factors, ledger, orderEvents, orders, profiles, reviews, users } from "#drizzle/schema.ts";
import { gig } from "../factories.ts";
import { review } from "../reviews.ts";
import { db, type Visitor } from "../visitor.ts";

export const password = "a long sentence of mine";
/** The page from which an account is deleted. */
export const dataPage = "/profile/data";
export const day = 86_400_000;

/** A hash of the password with the lowest cost: it stores its own parameters. */
const hash = scryptSync(password, Buffer.from("salt", "base64url"), 32, { N: 2, r: 8, p: 1 });
const passwordHash = `scrypt$2$8$1$salt$${base64url(new Uint8Array(hash))}`;

/** Gives a user the password. */
export async function withPassword<User extends { id: string }>(user: User): Promise<User> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  return user;
}

/** Submits "Delete account" with the password. */
export const deleteAccount = (user: Visitor) => user.submit(dataPage, { password });

/** Does the same, and leaves the earnings that no payout account can receive. */
export const leaveAccount = (user: Visitor) => user.submit(dataPage, { password, leave: "yes" });

/** The rows of a user and their profile. */
export async function userOf(id: string) {
  const [row] = await db
    .select()
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id));
  if (!row) throw new Error("The row has vanished");
  return row;
}

export async function orderOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error("The order has vanished");
  return order;
}

/** Gives a user a verified second factor. */
export const addFactor = (userId: string) =>
  db.insert(factors).values({
    id: crypto.randomUUID(),
    userId,
    factorType: "phone",
    status: "verified",
    friendlyName: "My phone",
    phone: "+49301234567",
    createdAt: Date.now(),
  });

/** The rows of an order that was paid and completed. @param ago how long ago it was completed, in ms */
export async function completedOrder(buyer: Visitor, seller: Visitor, ago: number) {
  const service = await gig(db, { sellerId: seller.id });
  const made = await review(db, service, { at: Date.now() - ago });
  const [row] = await db.select().from(reviews).where(eq(reviews.id, made.id));
  const id = row?.orderId ?? "";
  await db.delete(reviews).where(eq(reviews.id, made.id));
  await db.update(orders).set({ buyerId: buyer.id }).where(eq(orders.id, id));
  const at = Date.now() - ago;
  await db.insert(orderEvents).values({ orderId: id, seq: 1, kind: "completed", actorId: buyer.id, at });
  const share = { transaction: `payment:${id}`, orderId: id, at };
  await db.insert(ledger).values([
    { ...share, account: "cash", amountCents: 8000 },
    { ...share, account: "seller_payable", userId: seller.id, amountCents: -8000 },
  ]);
  return { order: await orderOf(id), service };
}
