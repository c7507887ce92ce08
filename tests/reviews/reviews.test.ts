import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as newOrders from "#app/checkout/new-orders.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { day } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as reviews from "#app/reviews/reviews.server.ts";
import * as schema from "#drizzle/schema.ts";
import { gig, person } from "../support/factories.ts";
import { db } from "../support/visitor.ts";

const completedAt = Date.UTC(2026, 9, 1, 12);
const soon = completedAt + day;

/** An order of a gig after some steps: paid, started, completed. */
async function orderOf(
  gigId: string,
  steps: ("start" | "complete")[] = ["start", "complete"],
): Promise<orders.Order> {
  const offer = await gigs.find(db, { id: gigId });
  const choice = {
    buyer: (await person(db)).id,
    package: "starter",
    requirements: "",
    token: null,
  } as const;
  const placed = offer && (await newOrders.place(db, offer, choice, completedAt - 3 * day));
  if (!placed || !("order" in placed)) throw new Error("Nothing to order");
  let { order } = placed;
  const read = async () => (await orders.find(db, order.id)) ?? order;
  await db.batch(orders.paid(db, order, completedAt - 3 * day));
  for (const step of steps) {
    order = await read();
    const actor = step === "start" ? "seller" : "buyer";
    const user = actor === "seller" ? order.sellerId : order.buyerId;
    const at = step === "start" ? completedAt - 2 * day : completedAt;
    await db.batch(orders.transitioned(db, order, step, { actor, user }, at));
  }
  return await read();
}

const completedOrder = async () => await orderOf((await gig(db)).id);

const reviewsOf = (orderId: string) =>
  db.select().from(schema.reviews).where(eq(schema.reviews.orderId, orderId));

function opinion(order: orders.Order, rating = 5, comment = "Just what I asked for.") {
  return { orderId: order.id, buyerId: order.buyerId, rating, comment };
}

describe("Only the buyer of a completed order", () => {
  it("writes a review, which stores the gig and the buyer of the order", async () => {
    const order = await completedOrder();
    const answer = await reviews.write(db, opinion(order, 4, "  Quick and kind.\n"), soon);
    expect(await reviewsOf(order.id)).toMatchObject([
      {
        ...answer,
        gigId: order.gigId,
        buyerId: order.buyerId,
        rating: 4,
        comment: "Quick and kind.",
        createdAt: soon,
      },
    ]);
  });

  it("The seller and other users get the same refusal as for an unknown order", async () => {
    const order = await completedOrder();
    const stranger = await person(db);
    const refusal = { refusal: "Only the buyer can review an order" };
    for (const buyerId of [order.sellerId, stranger.id])
      expect(await reviews.write(db, { ...opinion(order), buyerId }, soon)).toEqual(refusal);
    expect(await reviews.write(db, { ...opinion(order), orderId: "nothing" }, soon)).toEqual(refusal);
    expect(await reviewsOf(order.id)).toEqual([]);
  });

  it("An order that is not completed cannot be reviewed", async () => {
    const service = await gig(db);
    for (const order of [await orderOf(service.id, []), await orderOf(service.id, ["start"])]) {
      expect(await reviews.write(db, opinion(order), soon)).toEqual({
        refusal: "You can review this order once it is completed",
      });
      expect(await reviewsOf(order.id)).toEqual([]);
    }
  });
});

describe("Once", () => {
  // Help: "Only a buyer who completed an order with you can review it, and only once."
  it("A second review is refused, and the first is unchanged", async () => {
    const order = await completedOrder();
    await reviews.write(db, opinion(order, 2), soon);
    expect(await reviews.write(db, opinion(order, 5), soon + day)).toEqual({
      refusal: "You have already reviewed this order",
    });
    expect(await reviewsOf(order.id)).toMatchObject([{ rating: 2 }]);
  });

  it("Of 20 concurrent reviews one is written, and the gig's average counts one", async () => {
    const order = await completedOrder();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reviews.write(db, opinion(order, 1 + (i % 5)), soon)),
    );
    const ids = answers.flatMap((answer) => ("id" in answer ? [answer.id] : []));
    const refusals = answers.flatMap((answer) => ("refusal" in answer ? [answer.refusal] : []));
    expect(ids).toHaveLength(1);
    expect(refusals).toEqual(Array(19).fill("You have already reviewed this order"));
    const [review] = await reviewsOf(order.id);
    expect(review?.id).toBe(ids[0]);
    expect(await averageOf(order.gigId)).toEqual({ ratingSum: review?.rating, reviewCount: 1 });
  });
});

describe("Within 14 days", () => {
  it("The last moment of the 14th day is allowed, the 15th day is not", async () => {
    const order = await completedOrder();
    // A later change of the order does not extend the 14 days.
    await db.batch(orders.refunded(db, order, 8000, true, completedAt + 13 * day));
    expect(await reviews.write(db, opinion(order), completedAt + 14 * day + 1)).toEqual({
      refusal: "You can review an order for 14 days after it is completed",
    });
    expect(await reviewsOf(order.id)).toEqual([]);
    expect(await reviews.write(db, opinion(order), completedAt + 14 * day)).toHaveProperty("id");
  });
});

describe("A rating from 1 to 5 is required, a text is optional", () => {
  it.each([0, 6, 1.5, -1, Number.NaN])("%s is not a rating", async (rating) => {
    const order = await completedOrder();
    expect(await reviews.write(db, opinion(order, rating), soon)).toEqual({
      refusal: "Choose a rating from 1 to 5",
    });
    expect(await reviewsOf(order.id)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])("%s is a rating, without a comment", async (rating) => {
    const order = await completedOrder();
    expect(await reviews.write(db, opinion(order, rating, " \n "), soon)).toHaveProperty("id");
    expect(await reviewsOf(order.id)).toMatchObject([{ rating, comment: null }]);
  });
});

describe("No statement can write a rating that the buyer did not give", () => {
  it("The statement itself fails if the review is not allowed", async () => {
    const order = await completedOrder();
    const unfinished = await orderOf(order.gigId, ["start"]);
    const stranger = await person(db);
    const late = completedAt + 14 * day + 1;
    await db.batch(orders.refunded(db, order, 8000, true, late));
    const attempts = [
      reviews.written(db, "by-a-stranger", { ...opinion(order), buyerId: stranger.id }, soon),
      reviews.written(db, "by-the-seller", { ...opinion(order), buyerId: order.sellerId }, soon),
      reviews.written(db, "of-nothing", { ...opinion(order), orderId: "nothing" }, soon),
      reviews.written(db, "unfinished", opinion(unfinished), soon),
      reviews.written(db, "late", opinion(order), late),
      ...[0, 6, 1.5].map((rating) => reviews.written(db, `rated-${rating}`, opinion(order, rating), soon)),
    ];
    for (const attempt of attempts) await expect(db.batch(attempt)).rejects.toThrow();
    expect(await reviewsOf(order.id)).toEqual([]);
    expect(await reviewsOf(unfinished.id)).toEqual([]);
    expect(await averageOf(order.gigId)).toEqual({ ratingSum: 0, reviewCount: 0 });
  });

  it("A rating cannot be changed", async () => {
    const order = await completedOrder();
    await reviews.write(db, opinion(order, 2), soon);
    const rewritten = db
      .update(schema.reviews)
      .set({ rating: 5 })
      .where(eq(schema.reviews.orderId, order.id));
    await expect(rewritten).rejects.toThrow();
    expect(await reviewsOf(order.id)).toMatchObject([{ rating: 2 }]);
  });
});

describe("The averages of the gig", () => {
  it("include every review, and refused ones change nothing", async () => {
    const service = await gig(db);
    const other = await completedOrder();
    const given = [5, 4, 4, 1];
    for (const rating of given) {
      const order = await orderOf(service.id);
      await reviews.write(db, opinion(order, rating), soon);
      await reviews.write(db, opinion(order, 5), soon);
    }
    await reviews.write(db, opinion(other, 3), soon);
    expect(await averageOf(service.id)).toEqual({ ratingSum: 14, reviewCount: 4 });
    expect(await countsOf(service.id)).toEqual({ 1: 1, 4: 2, 5: 1 });
    expect(await averageOf(other.gigId)).toEqual({ ratingSum: 3, reviewCount: 1 });
  });
});

async function averageOf(gigId: string) {
  const { ratingSum, reviewCount } = schema.gigs;
  const [row] = await db
    .select({ ratingSum, reviewCount })
    .from(schema.gigs)
    .where(eq(schema.gigs.id, gigId));
  return row;
}

/** The number of reviews per rating. */
async function countsOf(gigId: string): Promise<Record<number, number>> {
  const rows = await db.select().from(schema.gigRatings).where(eq(schema.gigRatings.gigId, gigId));
  return Object.fromEntries(rows.map(({ rating, count }) => [rating, count]));
}
