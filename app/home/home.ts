import type { IconName } from "#app/ui/icons.ts";

/** spec.md section 9: the newest gigs, how many are fetched and how many are shown. */
export const featured = { fetched: 12, shown: 8 };

/** spec.md section 2, the hero's four shortcuts. */
export const shortcuts = [
  { label: "Web Design", query: "web design" },
  { label: "Content Writing", query: "content writing" },
  { label: "Logo Design", query: "logo design" },
  { label: "SEO", query: "SEO" },
];

/** spec.md section 2, 'Most Popular Services': fixed category paths. */
export const popular: { label: string; icon: IconName; path: string }[] = [
  { label: "Logo Design", icon: "shapes", path: "/categories/graphics-design/logo-design" },
  { label: "Web Development", icon: "code", path: "/categories/programming-tech/web-development" },
  { label: "SEO", icon: "search", path: "/categories/digital-marketing/seo" },
  { label: "Content Writing", icon: "pen", path: "/categories/writing-translation/content-writing" },
  { label: "Ads", icon: "megaphone", path: "/categories/digital-marketing/ads" },
  { label: "Social Media", icon: "share", path: "/categories/digital-marketing/social-media" },
];

/** spec.md section 2, 'How it works'. */
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
