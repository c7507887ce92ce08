import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { maxOfferFeatures, offerBounds } from "#app/offers/offer.ts";
import { isRating, reviewWindow } from "#app/reviews/review.ts";
import { findCreditProblem } from "#drizzle/seed/credit-book.ts";
import { findFigureProblem } from "./figure-book.ts";
import {
  buyers,
  categories,
  conversations,
  gigs,
  orders,
  reviews,
  type SourceOffer,
  type SourceReview,
  seo,
} from "./source.ts";

/**
 * Checks that the files of data/ are consistent, because the database's own errors are less clear.
 * @throws Error about the first invalid entry
 */
export function checkSource(): void {
  for (const review of reviews) {
    const fault = faultOf(review);
    if (fault) throw new Error(`reviews.json: ${review.ref} ${fault}`);
  }
  for (const { content, offer } of conversations.flatMap(({ messages }) => messages)) {
    const fault = offer && faultOfOffer(offer, content);
    if (fault) throw new Error(`conversations.json: the offer ${offer.ref} ${fault}`);
  }
  const slugs = {
    categories: categories.map(({ slug }) => slug),
    subcategories: categories.flatMap((category) => category.subcategories.map(({ slug }) => slug)),
  };
  for (const level of ["categories", "subcategories"] as const) {
    for (const slug of Object.keys(seo[level]))
      if (!slugs[level].includes(slug)) throw new Error(`seo.json: ${slug} does not exist in ${level}`);
  }
}

/** What is wrong with an offer; undefined if nothing is. The database checks its numbers. */
function faultOfOffer({ ref, features, state }: SourceOffer, text: string): string | undefined {
  const [shortest, longest] = offerBounds.text;
  if (text.length < shortest || text.length > longest) return "has a text of another length";
  if (features.length > maxOfferFeatures || features.some((one) => one.length > offerBounds.feature[1]))
    return "has more or longer features than a form takes";
  const isOrdered = orders.some(({ offer }) => offer === ref);
  return isOrdered === (state === "accepted") ? undefined : "is accepted without an order, or the reverse";
}

/**
 * Checks that gigs are numbered in the order of `created_at` (docs/architecture.md#scale), and that titles
 * are unique.
 * @throws Error that says which check failed
 */
export async function checkMarket(db: Db): Promise<void> {
  const [wrong] = await db.all<{ backwards: number; twice: number }>(sql`
    select (select count(*) from (select created_at < lag(created_at) over (order by number) as b from gigs) where b) as backwards,
      (select count(*) - count(distinct title) from gigs) as twice`);
  if (wrong?.backwards !== 0)
    throw new Error(`${wrong?.backwards} gigs are older than the gig with the preceding number.`);
  if (wrong.twice !== 0) throw new Error(`${wrong.twice} gigs have the same title as another gig.`);
}

/**
 * Checks that the books balance: each transaction of the ledger sums to zero, and so does the ledger of
 * credit, which matches the grants and uses; and that the operator's figures are those of the ledger.
 * @throws Error that says which check failed
 */
export async function checkBooks(db: Db): Promise<void> {
  const [uneven] = await db.all<{ name: string; cents: number }>(sql`
    select "transaction" as name, sum(amount_cents) as cents from ledger
    group by 1 having sum(amount_cents) <> 0 limit 1`);
  const problem = uneven
    ? `${uneven.name} sums to ${uneven.cents}`
    : ((await findCreditProblem(db)) ?? (await findFigureProblem(db)));
  if (problem) throw new Error(`The books are not level: ${problem}.`);
}

/** What is wrong with a review, or null. */
function faultOf({ gig: gigRef, buyer: username, rating, ...review }: SourceReview): string | null {
  const gig = gigs.find(({ ref }) => ref === gigRef);
  const buyer = buyers.find((person) => person.username === username);
  if (!gig) return `refers to ${gigRef}, which does not exist`;
  if (!buyer) return `is by ${username}, who is not a buyer`;
  if (gig.seller === username) return "is by the seller of the gig";
  if (!isRating(rating)) return `gives ${rating} stars`;
  const [offered, joined] = [Date.parse(gig.created_at), Date.parse(buyer.created_at)];
  const ordered = Date.parse(review.order_created_at);
  const completed = Date.parse(review.order_completed_at);
  const written = Date.parse(review.created_at);
  if (!(offered < ordered && joined < ordered))
    return "belongs to an order that is older than its gig or its buyer";
  if (!(ordered < completed && completed < written)) return "has times in the wrong order";
  return written > completed + reviewWindow ? "was written more than 14 days after the completion" : null;
}
