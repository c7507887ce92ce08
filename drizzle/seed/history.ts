import { inArray, type SQLWrapper, sql } from "drizzle-orm";
import { type Agreement, agreementOf, newOrder } from "#app/checkout/new-order.ts";
import * as newOrders from "#app/checkout/new-orders.server.ts";
import type { Db } from "#app/context.ts";
import { packageOf } from "#app/gigs/packages/packages-of.ts";
import { newUserCredit } from "#app/ledger/credit.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { cashOf } from "#app/ledger/shares.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as reviews from "#app/reviews/reviews.server.ts";
import * as schema from "#drizzle/schema.ts";
import { moment } from "./moment.ts";
import { userId } from "./people.ts";
import { gigId, idOf, reviews as pastReviews, type SourceReview, orders as sales } from "./source.ts";

/** A past event and the statements that write it. `at` is in UTC ms. */
export type PastStep = { at: number; statements: readonly SQLWrapper[] };

/**
 * The steps of every reviewed order, from its placement to its review. They use the product's own statements,
 * so that ledger and order events are complete. The stand-in does not know these payments (`cs_seed_…`,
 * `pi_seed_…`), because creating 500 would take a minute. It refuses to refund them with "No such
 * payment_intent".
 */
export async function history(db: Db): Promise<PastStep[]> {
  // One JSON string: there are more ids than D1 can bind parameters.
  const reviewed = sql`(select value from json_each(${JSON.stringify(pastReviews.map(({ gig }) => gigId(gig)))}))`;
  const rows = await db.select().from(schema.gigs).where(inArray(schema.gigs.id, reviewed));
  const offers = new Map(rows.map((gig) => [gig.id, gig]));
  const first = firstBigOrders((review) => {
    const gig = offers.get(gigId(review.gig));
    return (gig && packageOf(gig, review.package)?.priceCents) ?? 0;
  });
  return pastReviews.flatMap((review) => {
    const gig = offers.get(gigId(review.gig));
    const chosen = gig && packageOf(gig, review.package);
    if (!chosen) throw new Error(`${review.ref} refers to a package that ${review.gig} does not offer`);
    const creditCents = first.has(review.ref) ? newUserCredit.cents : 0;
    return stepsOf(
      db,
      review,
      agreementOf(gig, chosen, { ...chosen, lines: null }, userId(review.buyer), ""),
      creditCents,
    );
  });
}

/** The `ref`s of the orders that used a buyer's $10 credit: each buyer's first order of $50 or more. */
function firstBigOrders(priceOf: (review: SourceReview) => number): Set<string> {
  const first = new Map<string, { ref: string; at: number }>();
  const consider = (buyer: string, ref: string, at: number, cents: number) => {
    if (cents >= newUserCredit.from && at < (first.get(buyer)?.at ?? Number.POSITIVE_INFINITY))
      first.set(buyer, { ref, at });
  };
  for (const review of pastReviews)
    consider(review.buyer, review.ref, Date.parse(review.order_created_at), priceOf(review));
  for (const { buyer, ref, created_at, price } of sales)
    consider(buyer, ref, moment(created_at), price * 100);
  return new Set([...first.values()].map(({ ref }) => ref));
}

/**
 * When the seller started, UTC ms: soon after the payment, but late enough for the work to be on time, as
 * most sellers wait until they can keep the date. One in twenty started soon and was late.
 */
function startOf(ref: string, paidAt: number, completedAt: number, deliveryDays: number): number {
  const soon = paidAt + Math.min(6 * hour, Math.round((completedAt - paidAt) / 4));
  if (Number.parseInt(idOf(`late:${ref}`).slice(0, 2), 16) < 13) return soon;
  const inTime = completedAt - Math.round(0.9 * deliveryDays * day);
  // An order that is not started for 14 days is cancelled.
  return Math.min(Math.max(soon, inTime), paidAt + 13 * day);
}

function stepsOf(
  db: Db,
  { ref, rating, comment, ...review }: SourceReview,
  agreed: Agreement,
  creditCents: number,
): PastStep[] {
  const id = idOf(`order:${ref}`);
  const { buyerId, sellerId } = agreed;
  const placedAt = Date.parse(review.order_created_at);
  const completedAt = Date.parse(review.order_completed_at);
  const reviewedAt = Date.parse(review.created_at);
  const paidAt = placedAt + 4 * minute;
  const startedAt = startOf(ref, paidAt, completedAt, agreed.deliveryDays);
  // The fee is 0, like today's default rate.
  const order = newOrder(
    { ...agreed, id, formToken: `seed:${ref}`, feeCents: 0, creditCents, refundDays: 14 },
    placedAt,
  );
  const paid = { ...order, version: 2, paymentStatus: "paid", paidAt, stage: "ready" } as const;
  const started = { ...paid, version: 3, status: "in progress", stage: "working" } as const;
  const session = `cs_seed_${ref}`;
  const payment = payments.insert(db, {
    id: idOf(`payment:${ref}`),
    checkoutSessionId: session,
    paymentIntentId: `pi_seed_${ref}`,
    orderId: id,
    registrationId: null,
    extraId: null,
    amountCents: cashOf(order),
    currency: "usd",
    outcome: "applied",
    note: null,
    at: paidAt,
  });
  return [
    { at: placedAt, statements: newOrders.placed(db, order) },
    {
      at: paidAt,
      statements: [payment, ...orders.paid(db, order, paidAt), ledger.payment(db, order, session, paidAt)],
    },
    {
      at: startedAt,
      statements: orders.transitioned(db, paid, "start", { actor: "seller", user: sellerId }, startedAt),
    },
    {
      at: completedAt,
      statements: orders.transitioned(
        db,
        started,
        "complete",
        { actor: "buyer", user: buyerId },
        completedAt,
      ),
    },
    {
      at: reviewedAt,
      statements: [
        ...reviews.written(db, idOf(`review:${ref}`), { orderId: id, buyerId, rating, comment }, reviewedAt),
      ],
    },
  ];
}
