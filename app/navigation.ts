/**
 * The pages of docs/specification.md#route-table whose address has no parameter. Menus, home page, footer and
 * sitemap take their links from here, so that no link leads to a page that is not built; tests/routes.test.ts
 * compares `built` with what each address answers.
 */
export const navigation = [
  { path: "/", label: "Home", built: true },
  { path: "/categories", label: "All categories", built: true },
  { path: "/sign-in", label: "Sign In", built: true },
  { path: "/sign-up", label: "Join", built: true },
  { path: "/search", label: "Search", built: true },
  { path: "/orders", label: "Orders", built: true },
  { path: "/dashboard", label: "Dashboard", built: true },
  { path: "/messages", label: "Messages", built: true },
  { path: "/services/sell", label: "Become a Seller", built: true },
  { path: "/ai-assistant", label: "AI Assistant", built: true },
  { path: "/help", label: "Help centre", built: true },
  { path: "/privacy", label: "Privacy", built: true },
  { path: "/terms", label: "Terms", built: true },
  { path: "/payment-success", label: "Payment success", built: true },
  { path: "/payment-canceled", label: "Payment canceled", built: true },
  { path: "/profile", label: "Profile", built: true },
  { path: "/dashboard/create-gig", label: "Create a Gig", built: true },
  { path: "/services/create", label: "Create a Gig", built: true },
  { path: "/contact", label: "Contact", built: true },
  { path: "/faq", label: "FAQ", built: true },
] as const satisfies readonly { path: string; label: string; built: boolean }[];

export type NavigationPath = (typeof navigation)[number]["path"];

/** The label and address of a page; null if it is not built, so that its link is left out. */
export function linkTo(path: NavigationPath): { to: string; label: string } | null {
  const page = navigation.find((row) => row.path === path);
  return page?.built ? { to: page.path, label: page.label } : null;
}

/** The links to those of the pages that are built, in the given order. */
export function linksTo(...paths: NavigationPath[]): { to: string; label: string }[] {
  return paths.map(linkTo).filter((link) => link !== null);
}
