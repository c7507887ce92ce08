/**
 * The route table of spec.md section 2 as data, in its order, with the area that builds each row. Menus, home and
 * footer draw their links from here, so that no link leads to a page that is not built; tests/routes.test.ts asserts
 * that a row which is not `built` is the ordinary 404.
 */
export const navigation = [
  { path: "/", label: "Home", area: "home", built: true },
  { path: "/services/{id}", label: "Service", area: "gigs", built: true },
  { path: "/services/s/{slug}", label: "Service", area: "gigs", built: true },
  { path: "/@{username}/{slug}", label: "Service", area: "gigs", built: true },
  { path: "/categories", label: "All categories", area: "catalog", built: true },
  { path: "/categories/{category}", label: "Category", area: "catalog", built: true },
  { path: "/categories/{category}/{subcategory}", label: "Subcategory", area: "catalog", built: true },
  { path: "/sign-in", label: "Sign In", area: "auth", built: true },
  { path: "/sign-up", label: "Join", area: "auth", built: true },
  { path: "/search", label: "Search", area: "catalog", built: true },
  { path: "/orders", label: "Orders", area: "orders", built: true },
  { path: "/dashboard", label: "Dashboard", area: "orders", built: true },
  { path: "/orders/{id}", label: "Order", area: "orders", built: true },
  { path: "/messages", label: "Messages", area: "conversations", built: true },
  { path: "/services/sell", label: "Become a Seller", area: "sellers", built: false },
  { path: "/ai-assistant", label: "AI Assistant", area: "assistant", built: false },
  { path: "/help", label: "Help centre", area: "help", built: false },
  { path: "/privacy", label: "Privacy", area: "help", built: false },
  { path: "/terms", label: "Terms", area: "help", built: false },
  { path: "/payment-success", label: "Payment success", area: "payments", built: true },
  { path: "/payment-canceled", label: "Payment canceled", area: "payments", built: true },
  { path: "/profile", label: "Profile", area: "profiles", built: true },
  { path: "/dashboard/create-gig", label: "Create a Gig", area: "gigs", built: false },
  { path: "/services/create", label: "Create a Gig", area: "gigs", built: false },
  { path: "/contact", label: "Contact", area: "help", built: false },
  { path: "/faq", label: "FAQ", area: "help", built: false },
] as const satisfies readonly { path: string; label: string; area: string; built: boolean }[];

export type NavigationPath = (typeof navigation)[number]["path"];

/** The label and address of a place that is built; null for one to come, so that its link is left out. */
export function linkTo(path: NavigationPath): { to: string; label: string } | null {
  const found = navigation.find((p) => p.path === path);
  return found?.built ? { to: found.path, label: found.label } : null;
}

/** Those of the places that are built, in the order asked for. */
export function linksTo(...paths: NavigationPath[]): { to: string; label: string }[] {
  return paths.map(linkTo).filter((p) => p !== null);
}
