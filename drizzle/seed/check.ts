import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isRating, reviewWindow } from "#app/reviews/review.ts";
import { buyers, categories, gigs, reviews, type SourceReview, seo } from "./source.ts";

/**
 * What the database cannot say well by itself: that the files of data/ agree with each other.
 * @throws Error with one sentence about the first entry that does not
 */
export function checkSource(): void {
  for (const review of reviews) {
    const fault = faultOf(review);
    if (fault) throw new Error(`reviews.json: ${review.ref} ${fault}`);
  }
  const slugs = {
    categories: categories.map(({ slug }) => slug),
    subcategories: categories.flatMap((category) => category.subcategories.map(({ slug }) => slug)),
  };
  for (const level of ["categories", "subcategories"] as const) {
    for (const slug of Object.keys(seo[level]))
      if (!slugs[level].includes(slug)) throw new Error(`seo.json: there is no ${slug} among the ${level}`);
  }
}

/**
 * That the market is as the screens need it: the order of the numbers is the order of `created_at` (docs/architecture.md#scale), and no title
 * comes twice.
 * @throws Error with one sentence about what is not so
 */
export async function checkMarket(db: Db): Promise<void> {
  const [wrong] = await db.all<{ backwards: number; twice: number }>(sql`
    select (select count(*) from (select created_at < lag(created_at) over (order by n) as b from gigs) where b) as backwards,
      (select count(*) - count(distinct title) from gigs) as twice`);
  if (wrong?.backwards !== 0)
    throw new Error(`${wrong?.backwards} gigs are older than the one numbered before them.`);
  if (wrong.twice !== 0) throw new Error(`${wrong.twice} gigs have a title that another gig has.`);
}

/** What is wrong with a review, or null. */
function faultOf({ gig: gigRef, buyer: username, rating, ...review }: SourceReview): string | null {
  const gig = gigs.find(({ ref }) => ref === gigRef);
  const buyer = buyers.find((person) => person.username === username);
  if (!gig) return `is of ${gigRef}, which is no gig`;
  if (!buyer) return `is by ${username}, who is no buyer`;
  if (gig.seller === username) return "is by the seller of the gig";
  if (!isRating(rating)) return `gives ${rating} stars`;
  const [offered, joined] = [Date.parse(gig.created_at), Date.parse(buyer.created_at)];
  const ordered = Date.parse(review.order_created_at);
  const completed = Date.parse(review.order_completed_at);
  const written = Date.parse(review.created_at);
  if (!(offered < ordered && joined < ordered)) return "is of an order older than its gig or its buyer";
  if (!(ordered < completed && completed < written)) return "has times that run backwards";
  return written > completed + reviewWindow ? "comes later than 14 days after the completion" : null;
}
