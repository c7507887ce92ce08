import type { ReadsFrom } from "#workers/context.ts";
import type { Cookies } from "./cookies.ts";

/**
 * Pages whose GET writes: it records a payment, opens a conversation, marks messages as read, verifies an
 * address, or stores what Stripe says about an account. The links to /reset-password, /sign-in/unlock,
 * /earnings/not-me and /earnings/claim may be seconds old, so a replica may not have them yet. The same is
 * true of what was just chosen on /unsubscribe, of the account with which a visitor comes back from Stripe,
 * of the messages that an open page has missed, and of a session that has just ended: the last two are
 * requested only once.
 */
const fromPrimary = [
  "/payment-success",
  "/messages",
  "/messages/since",
  "/live",
  "/verify",
  "/reset-password",
  "/sign-in/unlock",
  "/earnings/not-me",
  "/earnings/claim",
  "/unsubscribe",
  "/earnings/setup/return",
  "/earnings/setup/refresh",
];

/** The links in emails about a decision or a ticket may be seconds old, too. */
const emailed = /^\/(appeal|contact\/requests)\//;

/**
 * Where a request's reads start (docs/architecture.md#scale). Actions, the webhook and pages that write read
 * the primary. A viewer's pages read a replica that has the viewer's last write. Visitors read the nearest
 * replica, except on a page with a toast, which must show what was just done.
 */
export function readsFromOf(request: Request, url: URL, cookies: Cookies): ReadsFrom {
  const isRead = ["GET", "HEAD"].includes(request.method);
  const page = url.pathname.replace(/\.data$/, "");
  if (!isRead || fromPrimary.includes(page) || emailed.test(page)) return "first-primary";
  if (cookies.session || cookies.access) return cookies.bookmark ?? "first-primary";
  return cookies.toast ? "first-primary" : "first-unconstrained";
}
