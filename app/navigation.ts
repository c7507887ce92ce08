/**
 * The pages of docs/specification.md#route-table whose address has no parameter, with their labels. Menus,
 * home page, footer and sitemap take their links from here; tests/routes.test.ts opens each of them.
 */
export const navigation = {
  "/": "Home",
  "/categories": "All categories",
  "/sign-in": "Sign In",
  "/sign-up": "Join",
  "/search": "Search",
  "/orders": "Orders",
  "/dashboard": "Dashboard",
  "/messages": "Messages",
  "/services/sell": "Become a Seller",
  "/ai-assistant": "AI Assistant",
  "/help": "Help centre",
  "/privacy": "Privacy",
  "/terms": "Terms",
  "/payment-success": "Payment success",
  "/payment-canceled": "Payment canceled",
  "/profile": "Profile",
  "/dashboard/create-gig": "Create a Gig",
  "/services/create": "Create a Gig",
  "/contact": "Contact",
  "/faq": "FAQ",
} as const;

export type NavigationPath = keyof typeof navigation;

/** The address and label of a page. */
export function linkTo(path: NavigationPath): { to: string; label: string } {
  return { to: path, label: navigation[path] };
}

/** The links to pages, in the given order. */
export function linksTo(...paths: NavigationPath[]): { to: string; label: string }[] {
  return paths.map(linkTo);
}
