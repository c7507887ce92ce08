import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { dueLevels, figuresOf } from "#app/sellers/levels.server.ts";
import * as schema from "#drizzle/schema.ts";
import { recount } from "#scripts/data/derived-rows.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import { day } from "../support/clock.ts";
import { gig, person } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { db } from "../support/visitor.ts";
import { registrationOf, sellerRow } from "./applicant.ts";

const today = Math.floor(Date.now() / day) * day + day / 2;
const at = (ms: number) => ({ db, clock: { now: () => ms } });

async function activeSeller() {
  const { id } = await person(db, { fullName: "Sam Seller" });
  await sellerRow(id, { status: "active" });
  const offer = await gig(db, { sellerId: id });
  const { seller } = await registrationOf(id);
  return { id, gigId: offer.id, registration: seller.id };
}

type Ended = { endedAt: number; due: number | null; deliveredAt?: number; cancelled?: boolean };

/** An order of the seller that has ended. The triggers see the change, as in the product. */
async function ended(seller: { id: string; gigId: string }, { endedAt, due, deliveredAt, cancelled }: Ended) {
  const begun = { stage: "working", status: "in progress", paymentStatus: "paid" } as const;
  const order = await orderRow(db, { sellerId: seller.id, gigId: seller.gigId, ...begun, deliveryDate: due });
  await db
    .update(schema.orders)
    .set({
      status: cancelled ? "cancelled" : "completed",
      stage: "closed",
      completedAt: cancelled ? null : endedAt,
      firstDeliveredAt: deliveredAt ?? null,
      updatedAt: endedAt,
    })
    .where(eq(schema.orders.id, order.id));
  return order;
}

async function reviewed(seller: { id: string; gigId: string }, rating: number, createdAt: number) {
  const order = await ended(seller, { endedAt: createdAt, due: null });
  await db.insert(schema.reviews).values({
    id: crypto.randomUUID(),
    orderId: order.id,
    gigId: seller.gigId,
    buyerId: order.buyerId,
    sellerId: seller.id,
    rating,
    createdAt,
  });
  return order.id;
}

test("The first delivery, or a completion without one, decides whether an order is on time; one cancelled while late is late", async () => {
  const seller = await activeSeller();
  const due = today - 2 * day;
  await ended(seller, { endedAt: today, due, deliveredAt: due });
  await ended(seller, { endedAt: due - 1, due });
  await ended(seller, { endedAt: due + 1, due });
  await ended(seller, { endedAt: today, due, deliveredAt: due + 1 });
  await ended(seller, { endedAt: due + 1, due, cancelled: true });
  await ended(seller, { endedAt: due - 1, due, cancelled: true });
  expect(await figuresOf(db, seller.id, today)).toMatchObject({ completed: 4, onTime: 2, late: 3 });
});

test("A revision, which moves the due date, does not make a late first delivery on time", async () => {
  const seller = await activeSeller();
  const due = today - 9 * day;
  const begun = { stage: "working", status: "in progress", paymentStatus: "paid" } as const;
  for (const deliveredAt of [due + day, due - day]) {
    const order = await orderRow(db, {
      sellerId: seller.id,
      gigId: seller.gigId,
      ...begun,
      deliveryDate: due,
    });
    const change = (values: Partial<typeof schema.orders.$inferInsert>) =>
      db.update(schema.orders).set(values).where(eq(schema.orders.id, order.id));
    await change({ stage: "delivered", firstDeliveredAt: deliveredAt, deliveredAt });
    await change({ stage: "in_revision", deliveryDate: today + day });
    await change({ status: "completed", stage: "closed", completedAt: today, updatedAt: today });
  }
  expect(await figuresOf(db, seller.id, today)).toMatchObject({ completed: 2, onTime: 1, late: 1 });
});

test("The first two orders that a seller declines in a calendar month count in no figure, each later one as late", async () => {
  const seller = await activeSeller();
  const declined = async (at: number, actorId = seller.id) => {
    const order = await orderRow(db, { sellerId: seller.id, gigId: seller.gigId });
    await db.insert(schema.orderEvents).values({ orderId: order.id, seq: 2, kind: "declined", actorId, at });
    return await figuresOf(db, seller.id, today);
  };
  const month = new Date(today);
  const first = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1, 1);
  const next = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1);
  // The last moment of the month before, and the first and last of this one.
  for (const at of [first - 1, first, next - 1]) expect(await declined(at)).toMatchObject({ late: 0 });
  // An operator in the seller's place.
  expect(await declined(first, (await person(db)).id)).toMatchObject({ late: 0 });
  expect(await declined(next - 1)).toMatchObject({ completed: 0, onTime: 0, late: 1 });
  expect(await declined(next - 1)).toMatchObject({ late: 2 });
  for (const at of [next, next]) expect(await declined(at)).toMatchObject({ late: 2 });
  expect(await declined(next)).toMatchObject({ late: 3 });
  // A restored copy counts the same.
  const before = await db.select().from(schema.sellerDays).where(eq(schema.sellerDays.userId, seller.id));
  await db.run(sql`update seller_days set late = 9, declined = 0 where user_id = ${seller.id}`);
  await recount(env.DB);
  expect(await db.select().from(schema.sellerDays).where(eq(schema.sellerDays.userId, seller.id))).toEqual(
    before,
  );
});

test("Time that the buyer allowed makes a delivery on time; time allowed after the first delivery changes nothing", async () => {
  const seller = await activeSeller();
  const due = today - 9 * day;
  for (const [extendedBefore, deliveredAt] of [
    [true, due + day],
    [false, due + day],
    [true, due + 3 * day],
  ] as const) {
    const order = await orderRow(db, {
      ...{ sellerId: seller.id, gigId: seller.gigId, status: "in progress", stage: "working" },
      deliveryDate: due,
    });
    const change = (values: Partial<typeof schema.orders.$inferInsert>) =>
      db.update(schema.orders).set(values).where(eq(schema.orders.id, order.id));
    if (extendedBefore) await change({ deliveryDate: due + 2 * day });
    await change({ stage: "delivered", firstDeliveredAt: deliveredAt, deliveredAt });
    if (!extendedBefore) await change({ stage: "in_revision", deliveryDate: today + day });
    await change({ status: "completed", stage: "closed", completedAt: today, updatedAt: today });
  }
  expect(await figuresOf(db, seller.id, today)).toMatchObject({ completed: 3, onTime: 1, late: 2 });
  await recount(env.DB);
  expect(await figuresOf(db, seller.id, today)).toMatchObject({ completed: 3, onTime: 1, late: 2 });
});

test("Ratings of 12 months count, or all if there are fewer than 5; reviews that were taken down never count", async () => {
  const seller = await activeSeller();
  const old = today - 400 * day;
  for (let i = 0; i < 4; i++) await reviewed(seller, 5, old);
  for (let i = 0; i < 4; i++) await reviewed(seller, 3, today);
  expect(await figuresOf(db, seller.id, today)).toMatchObject({ ratings: 8, ratingSum: 32, completed: 8 });
  const hidden = await reviewed(seller, 1, today);
  expect(await figuresOf(db, seller.id, today)).toMatchObject({ ratings: 5, ratingSum: 13 });
  await db.update(schema.reviews).set({ hiddenAt: today }).where(eq(schema.reviews.orderId, hidden));
  expect(await figuresOf(db, seller.id, today)).toMatchObject({ ratings: 8, ratingSum: 32 });
});

test("The daily run raises a level immediately with one email, lowers it after 30 days, and reads at most 400 rows", async () => {
  const seller = await activeSeller();
  const levelOf = async () =>
    (await db.select().from(schema.profiles).where(eq(schema.profiles.id, seller.id)))[0]?.sellerLevel;
  await db
    .update(schema.profiles)
    .set({ sellerLevel: "Rising Talent" })
    .where(eq(schema.profiles.id, seller.id));
  // Ten thousand orders of the past are one row a day.
  await db.run(sql`insert into seller_days (user_id, day, completed, on_time, ratings, rating_sum)
    with recursive n(value) as (select 0 union all select value + 1 from n where value < 600)
    select ${seller.id}, ${Math.floor(today / day)} - value, 17, 17, 10, 48 from n`);
  const { database, read } = measuredDatabase(env.DB);
  const deps = { db: drizzle(database, { schema }), clock: { now: () => today } };
  expect(await dueLevels.find(deps, 500)).toContain(seller.registration);
  const before = read();
  expect(await dueLevels.run(deps, seller.registration)).toBe(true);
  expect(read() - before).toBeLessThanOrEqual(400);
  expect(await levelOf()).toBe("Top Rated");
  expect((await registrationOf(seller.id)).mails).toEqual(["level_changed"]);
  expect(await dueLevels.run(at(today + day - 1), seller.registration)).toBe(false);

  await db.run(sql`update seller_days set on_time = 0, late = 17 where user_id = ${seller.id}`);
  for (const passed of [1, 30])
    await Promise.all([
      dueLevels.run(at(today + passed * day), seller.registration),
      dueLevels.run(at(today + passed * day), seller.registration),
    ]);
  expect(await levelOf()).toBe("Top Rated");
  await dueLevels.run(at(today + 31 * day), seller.registration);
  expect(await levelOf()).toBe("Rising Talent");
  expect((await registrationOf(seller.id)).mails).toEqual(["level_changed", "level_changed"]);
});

test("A run handles at most 200 active sellers, the ones who waited longest first", async () => {
  await db.run(sql`update sellers set level_checked_at = ${today}`);
  const [first, second] = [await activeSeller(), await activeSeller()];
  await db.run(
    sql`update sellers set level_checked_at = ${today - 3 * day} where id = ${first.registration}`,
  );
  await db.run(
    sql`update sellers set level_checked_at = ${today - 5 * day} where id = ${second.registration}`,
  );
  const { id } = await person(db);
  await sellerRow(id, { status: "applied" });
  expect(await dueLevels.find(at(today), 500)).toEqual([second.registration, first.registration]);
});
