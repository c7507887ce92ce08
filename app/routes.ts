import { index, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";

/** Rows to come whose address would fit a parameter of a row that is built: the ordinary 404 until then. */
function toCome(...paths: string[]): RouteConfigEntry[] {
  return paths.map((path) => route(path, "pages/not-found.route.tsx", { id: path }));
}

/**
 * The route table of spec.md section 2, in its order. Literal paths stand before parameters. Not here, because the door answers
 * them: /webhooks/stripe, /live, /images, /healthz, /dev, /robots.txt, /sitemap.xml, /sitemaps. Rows to come are listed in app/places.ts.
 */
export default [
  index("home/home.route.tsx"),
  route("services/s/:slug", "service/gig.route.tsx"),
  ...toCome("services/sell", "services/create"),
  route("services/recent", "service/recent.route.tsx"),
  route("services/:id", "service/gig-by-id.route.tsx"),
  route("categories", "catalog/categories.route.tsx"),
  route("categories/:category", "catalog/category.route.tsx"),
  route("categories/:category/:subcategory", "catalog/subcategory.route.tsx"),
  route("sign-in", "auth/sign-in.route.tsx"),
  route("sign-in/factor", "auth/sign-in-factor.route.tsx"),
  route("sign-up", "auth/sign-up.route.tsx"),
  route("sign-out", "auth/sign-out.route.tsx"),
  route("verify", "auth/verify.route.tsx"),
  route("profile/security", "auth/security.route.tsx"),
  route("auth/factors", "auth/factors-call.route.ts"),
  route("auth/factors/:id", "auth/factor-call.route.ts"),
  route("auth/factors/:id/challenge", "auth/factor-challenge.route.ts"),
  route("auth/factors/:id/verify", "auth/factor-verify.route.ts"),
  route("profile/factors", "auth/factors.route.tsx"),
  route("profile/factors/recovery-codes", "auth/recovery-codes.route.tsx"),
  route("profile/factors/recovery-codes.txt", "auth/recovery-codes-file.route.ts"),
  route("forgot-password", "auth/forgot-password.route.tsx"),
  route("reset-password", "auth/reset-password.route.tsx"),
  route("profile/password", "auth/password.route.tsx"),
  route("profile/email", "auth/email.route.tsx"),
  route("search", "catalog/search.route.tsx"),
  route("functions/create-payment", "payments/create-payment.route.ts"),
  route("functions/create-placeholders", "home/create-placeholders.route.ts"),
  route("orders", "orders/orders.route.tsx"),
  route("dashboard", "orders/dashboard.route.tsx"),
  route("orders/:id", "orders/order.route.tsx"),
  route("orders/:id/receipt", "orders/receipt.route.tsx"),
  route("orders/:id/files/:file", "orders/order-file.route.ts"),
  route("messages", "conversations/messages.route.tsx"),
  route("payment-success", "payments/payment-success.route.tsx"),
  route("payment-canceled", "payments/payment-canceled.route.tsx"),
  route("profile", "profiles/profile.route.tsx"),
  route("profile/data", "data/data.route.tsx"),
  route("profile/export", "data/export.route.ts"),
  route("admin", "admin/admin.route.tsx"),
  route("admin/users", "admin/users.route.tsx"),
  route("admin/users/:id", "admin/user.route.tsx"),
  route("admin/signups", "admin/signups.route.tsx"),
  route("admin/orders", "admin/orders.route.tsx"),
  route("admin/orders/:id", "admin/order.route.tsx"),
  route("admin/payments", "admin/payments.route.tsx"),
  route("admin/reports", "admin/reports.route.tsx"),
  route("admin/health", "admin/health.route.tsx"),
  route("admin/*", "admin/unknown.route.tsx"),
  route("preferences", "layout/preferences.route.tsx"),
  route(":handle/:slug", "service/gig-of-seller.route.tsx"),
  route("*", "pages/not-found.route.tsx"),
] satisfies RouteConfig;
