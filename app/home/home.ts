import type { ExampleGig } from "#app/gigs/gig.ts";
import { minute } from "#app/lib/dates.ts";
import type { IconName } from "#app/ui/icon-shapes.ts";

/** How long the home page is cached, in ms (docs/specification.md#cache-times). */
export const homeTtl = minute;
/** 'Hot Sellers This Month': how many of the newest gigs are shown (docs/specification.md#home). */
export const hotSellers = { shown: 4 };
/** 'Featured Services': how many of the newest gigs are read and shown (docs/specification.md#home). */
export const featured = { fetched: 12, shown: 8 };
/** 'Affordable Services': how many of the cheapest gigs are read and shown (docs/specification.md#home). */
export const affordable = { fetched: 12, shown: 4 };

/** The popular searches below the search box (docs/specification.md#home). */
export const shortcuts = [
  { label: "Web Design", query: "web design" },
  { label: "Content Writing", query: "content writing" },
  { label: "Logo Design", query: "logo design" },
  { label: "SEO", query: "SEO" },
];

/** The trust badges (docs/specification.md#home). */
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

/** The steps of 'How it works' (docs/specification.md#home). */
export const steps = [
  {
    title: "Browse",
    text: "Search, or look through the categories. Prices and delivery times are on every card.",
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

/**
 * Sample data for 'Hot Sellers This Month' if its gigs cannot be read (docs/specification.md#sample-data).
 */
export const sampleSellers: ExampleGig[] = [
  example("Logo with a small brand sheet", 12000, 4, "Top Rated seller", 1),
  example("One page for a shop that opens soon", 24000, 5, "Level 2 seller", 2),
  example("Article of 1,200 words, with sources", 9500, 3, "Level 1 seller", 3),
  example("A ranked list of what slows your site", 8000, 2, "Rising Talent", 1),
];

/**
 * Sample data for 'Affordable Services' if its gigs cannot be read, priced from $5 to $15
 * (docs/specification.md#sample-data).
 */
export const sampleAffordable: ExampleGig[] = [
  example("Proofread one page", 500, 1, "Level 1 seller", 2),
  example("Color-correct one portrait", 800, 2, "Rising Talent", 3),
  example("Translate a short menu", 1200, 2, "Level 2 seller", 1),
  example("Set up one email signature", 1500, 1, "Rising Talent", 2),
];

/** @param picture the number of the placeholder picture */
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
