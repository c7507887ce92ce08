import type { ExampleGig } from "#app/gigs/gig.ts";
import { minute } from "#app/lib/dates.ts";
import type { IconName } from "#app/ui/icons.ts";

/** How long home may be shown: as long as its shortest-lived part (docs/specification.md#cache-times), in ms. */
export const homeTtl = minute;
/** docs/specification.md#home: the newest gigs. */
export const hotSellers = { shown: 4 };
/** docs/specification.md#home: the newest gigs, how many are fetched and how many are shown. */
export const featured = { fetched: 12, shown: 8 };
/** docs/specification.md#home: the cheapest gigs. */
export const affordable = { fetched: 12, shown: 4 };

/** docs/specification.md#home. */
export const shortcuts = [
  { label: "Web Design", query: "web design" },
  { label: "Content Writing", query: "content writing" },
  { label: "Logo Design", query: "logo design" },
  { label: "SEO", query: "SEO" },
];

/** docs/specification.md#home. */
export const trustBadges: { title: string; text: string; icon: IconName }[] = [
  { title: "Vetted freelancers", text: "A person reads every application.", icon: "badge" },
  {
    title: "Money back guarantee",
    text: "Not delivered as described? You get back what you paid.",
    icon: "refund",
  },
  { title: "0% commission", text: "Sellers keep 100% of their earnings.", icon: "percent" },
  { title: "Secure payment", text: "Your card details never reach us.", icon: "shield" },
];

/** docs/specification.md#home. */
export const steps = [
  {
    title: "Browse",
    text: "Search or walk through the categories. Prices and delivery times are on every card.",
  },
  {
    title: "Choose a seller",
    text: "Read what you'll get, look at the reviews, ask a question if you have one.",
  },
  {
    title: "Get it done",
    text: "Pay safely, answer a few questions, follow the order until you are happy with it.",
  },
];

/** docs/specification.md#sample-data: what stands under 'Hot Sellers This Month' when the query fails. Nobody sells these. */
export const sampleSellers: ExampleGig[] = [
  example("Logo with a small brand sheet", 12000, 4, "Top Rated seller", 1),
  example("One page for a shop that opens soon", 24000, 5, "Level 2 seller", 2),
  example("Article of 1,200 words, with sources", 9500, 3, "Level 1 seller", 3),
  example("A ranked list of what slows your site", 8000, 2, "Rising Talent", 1),
];

/** docs/specification.md#sample-data: what stands under 'Affordable Services' when the query fails, priced 5 to 15 dollars. */
export const sampleAffordable: ExampleGig[] = [
  example("Proofread one page", 500, 1, "Level 1 seller", 2),
  example("Colour-correct one portrait", 800, 2, "Rising Talent", 3),
  example("Translate a short menu", 1200, 2, "Level 2 seller", 1),
  example("Set up one e-mail signature", 1500, 1, "Rising Talent", 2),
];

/** @param priceCents in cents @param deliveryDays in days @param picture number of the placeholder */
function example(
  title: string,
  priceCents: number,
  deliveryDays: number,
  seller: string,
  picture: 1 | 2 | 3,
): ExampleGig {
  return {
    title,
    priceCents,
    deliveryDays,
    imageUrl: `/images/placeholder-${picture}`,
    ratingSum: 0,
    reviewCount: 0,
    seller: { username: seller, fullName: seller, avatarUrl: null },
  };
}
