import { index, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";

/**
 * Pages that are not built yet and whose address would match a parameter of another row: the ordinary 404.
 */
function notBuilt(...paths: string[]): RouteConfigEntry[] {
  return paths.map((path) => route(path, "layout/not-found.route.tsx", { id: path }));
}

/**
 * The route table of docs/specification.md#route-table, in its order. The worker itself answers
 * /webhooks/stripe, /live, /images, /healthz, /dev, /robots.txt, /sitemap.xml and /sitemaps.
 * app/navigation.ts lists the pages that are not built yet.
 */
export default [
  index("home/home.route.tsx"),
  route("services/s/:slug", "gigs/page/gig.route.tsx"),
  route("services/sell", "sellers/sell.route.tsx"),
  ...notBuilt("services/create"),
  route("services/recent", "gigs/page/recent.route.tsx"),
  route("services/:id", "gigs/page/gig-by-id.route.tsx"),
  route("categories", "catalog/categories.route.tsx"),
  route("categories/:category", "catalog/category.route.tsx"),
  route("categories/:category/:subcategory", "catalog/subcategory.route.tsx"),
  route("sign-in", "auth/sign-in/sign-in.route.tsx"),
  route("sign-in/factor", "auth/sign-in/sign-in-factor.route.tsx"),
  route("sign-in/unlock", "auth/sign-in/unlock.route.tsx"),
  route("sign-up", "auth/sign-in/sign-up.route.tsx"),
  route("sign-out", "auth/sign-in/sign-out.route.tsx"),
  route("verify", "auth/sign-in/verify.route.tsx"),
  route("profile/security", "account/security.route.tsx"),
  route("auth/factors", "auth/second-factor/enrol-factor.route.ts"),
  route("auth/factors/:id", "auth/second-factor/remove-factor.route.ts"),
  route("auth/factors/:id/challenge", "auth/second-factor/challenge-factor.route.ts"),
  route("auth/factors/:id/verify", "auth/second-factor/verify-factor.route.ts"),
  route("profile/factors", "auth/second-factor/factors.route.tsx"),
  route("profile/factors/recovery-codes", "auth/second-factor/recovery-codes.route.tsx"),
  route("profile/factors/recovery-codes.txt", "auth/second-factor/recovery-codes-file.route.ts"),
  route("forgot-password", "auth/sign-in/forgot-password.route.tsx"),
  route("reset-password", "auth/sign-in/reset-password.route.tsx"),
  route("profile/password", "account/password.route.tsx"),
  route("profile/email", "account/email.route.tsx"),
  route("search", "catalog/search/search.route.tsx"),
  route("search/suggestions", "catalog/search/suggestions.route.ts"),
  route("functions/create-payment", "payments/checkout/create-payment.route.ts"),
  route("functions/create-placeholders", "home/create-placeholders.route.ts"),
  route("orders", "dashboard/orders.route.tsx"),
  route("dashboard", "dashboard/dashboard.route.tsx"),
  route("orders/:id", "orders/page/order.route.tsx"),
  route("orders/:id/receipt", "orders/receipt/receipt.route.tsx"),
  route("orders/:id/files/:file", "orders/files/order-file.route.ts"),
  route("messages", "conversations/messages.route.tsx"),
  route("payment-success", "payments/checkout/payment-success.route.tsx"),
  route("payment-canceled", "payments/checkout/payment-canceled.route.tsx"),
  route("profile", "profiles/profile.route.tsx"),
  route("profile/selling", "sellers/selling/selling.route.tsx"),
  route("profile/data", "account/data.route.tsx"),
  route("profile/export", "account/export.route.ts"),
  route("admin", "admin/admin.route.tsx"),
  route("admin/users", "admin/users/user-list.route.tsx"),
  route("admin/users/:id", "admin/users/user.route.tsx"),
  route("admin/signups", "admin/signups/signups.route.tsx"),
  route("admin/orders", "admin/orders/order-list.route.tsx"),
  route("admin/orders/:id", "admin/orders/order.route.tsx"),
  route("admin/payments", "admin/payments/payments.route.tsx"),
  route("admin/gigs", "admin/gigs/gigs.route.tsx"),
  route("admin/applications", "admin/applications/applications.route.tsx"),
  route("admin/reports", "admin/reports/reports.route.tsx"),
  route("admin/health", "admin/health/health.route.tsx"),
  route("preferences", "layout/preferences.route.tsx"),
  route(":handle", "sellers/page/seller.route.tsx"),
  route(":handle/:slug", "gigs/page/gig-of-seller.route.tsx"),
  route("*", "layout/not-found.route.tsx"),
] satisfies RouteConfig;
