import { userTabs } from "#app/admin/users/user-tabs.ts";
import { steps } from "#app/gigs/drafts/typed.ts";
import { pendingBrowser } from "../support/accounts/factors.ts";
import type { Visitor } from "../support/visitor.ts";
import {
  aboutOffer,
  accepter,
  ann,
  announced,
  appealed,
  asked,
  bob,
  broken,
  check,
  claimLink,
  cleo,
  closedRequest,
  completed,
  conversation,
  delivered,
  doneClaimLink,
  draft,
  eve,
  feePayer,
  guest,
  inAppeal,
  joiner,
  lite,
  market,
  notMeLink,
  offered,
  offeredGig,
  oldClaimLink,
  oldReasons,
  openOffer,
  orderPage,
  placed,
  ready,
  reasons,
  refusedGig,
  replacedOffer,
  reportedMessage,
  request,
  resetLink,
  signedRequest,
  stopLink,
  stoppedLink,
  thread,
  unlockLink,
  unverified,
  verifyLink,
} from "./html-world.ts";

// The pages that valid-html.test.ts checks.

/**
 * A visitor, the address that they open, and the expected status; 200 if it is absent. Or, with fields, the
 * form that they send: it is refused (400), and the page shows its errors.
 */
export type View = [Visitor, string, (number | Record<string, string>)?];
const parties = placed.flatMap((one): View[] => [
  [one.ann, orderPage(one)],
  [one.bob, orderPage(one)],
]);
const consoleOrders = placed.map((one): View => [eve, `/admin${orderPage(one)}`]);
const reason = { reason: "no" };
const thisMonth = new Date().toISOString().slice(0, 7);

const createViews: View[] = [
  [bob, "/services/create"],
  [bob, "/services/create", { title: "A clock" }],
];

/** The views of each route that has a page. */
export const views: Record<string, View[]> = {
  "home/home.route": [
    [guest, "/"],
    [lite, "/"],
    [ann, "/"],
  ],
  "gigs/page/gig.route": [
    [guest, market.gig],
    [lite, market.gig],
    [bob, market.gig],
    [bob, `/services/s/${refusedGig.slug}`],
    [guest, "/services/s/no-such-gig", 404],
    [broken, market.gig, 503],
  ],
  "sellers/page/seller.route": [[guest, `/@${bob.email.split("@")[0]}`]],
  "sellers/selling/selling.route": [
    [bob, "/profile/selling"],
    [bob, "/profile/selling", { skills: "", level2: "x" }],
  ],
  "checkout/fee-receipt.route": [[feePayer, "/services/sell/receipt"]],
  "sellers/sell.route": [
    [ann, "/services/sell"],
    [ann, "/services/sell", { intent: "submit" }],
    [guest, "/services/sell", 303],
  ],
  ...Object.fromEntries(
    ["gigs/editor/create.route", "dashboard/create-gig"].map((route) => [route, createViews]),
  ),
  "gigs/editor/step.route": [
    ...steps.map((step): View => [bob, `/services/create/${draft}/${step}?check=1`]),
    [bob, `/services/create/${draft}/gallery?left=overview`],
    [bob, `/services/create/${draft}/publish`, {}],
    [bob, `/services/create/${draft}/packages`, { intent: "unknown" }],
    [
      bob,
      `/services/create/${draft}/packages`,
      { "extras[1].title": "<b>", several: "on", intent: "unknown" },
    ],
  ],
  "gigs/editor/delete.route": [[bob, `/services/create/${draft}/delete`]],
  "gigs/editor/edit.route": [[bob, `/services/create/${offered.id}/edit`, 404]],
  "gigs/editor/duplicate.route": [[bob, `/services/create/${offered.id}/duplicate`, 404]],
  "gigs/page/preview/preview.route": [[bob, `/services/create/${draft}/preview`]],
  "gigs/page/recent.route": [
    [guest, "/services/recent"],
    [lite, "/services/recent"],
  ],
  "gigs/saved/saved.route": [
    [ann, "/saved"],
    [cleo, "/saved"],
    [ann, "/saved", { gig: offered.id, intent: "sell" }],
  ],
  "gigs/page/gig-by-id.route": [[guest, "/services/no-such-gig", 404]],
  "gigs/page/gig-of-seller.route": [
    [guest, `/@${bob.email.split("@")[0]}/${offered.slug}`],
    [guest, "/@nobody/no-such-gig", 404],
  ],
  "browse/categories.route": [[guest, "/categories"]],
  "browse/category.route": [
    [guest, market.category],
    [lite, market.category],
    [guest, "/categories/no-such-category", 404],
    [broken, market.category],
  ],
  "browse/subcategory.route": [[guest, market.subcategory]],
  "assistant/assistant.route": [
    [guest, "/ai-assistant"],
    [lite, "/ai-assistant?query=a+logo+for+my+bakery"],
    [ann, "/ai-assistant?query=zzyzx+zzyzx"],
    [guest, "/ai-assistant?query=abcd", 400],
    [broken, "/ai-assistant?query=a+logo+for+my+bakery"],
  ],
  "browse/search/search.route": [
    [guest, "/search?q=for"],
    [ann, "/search?q=for&minPrice=20&sort=price_asc"],
    [guest, "/search?q=nothing+like+this"],
    [guest, "/search"],
  ],
  "auth/sign-in/sign-in.route": [
    [guest, "/sign-in"],
    [guest, "/sign-in", { email: "no address", password: "" }],
  ],
  "auth/sign-in/sign-in-factor.route": [[await pendingBrowser(cleo), "/sign-in/factor"]],
  "auth/sign-in/sign-up.route": [
    [guest, "/sign-up"],
    [guest, "/sign-up", { email: "no address", username: "!", password: "short", fullName: "" }],
  ],
  "auth/sign-in/sent.route": [
    [joiner, "/sign-up/sent"],
    [joiner, "/sign-up/sent", { intent: "change", email: "no address" }],
  ],
  "account/verify.route": [
    [guest, "/verify?token=unknown", 400],
    [guest, verifyLink],
    [unverified, "/verify"],
  ],
  "auth/sign-in/unlock.route": [
    [guest, "/sign-in/unlock?token=unknown", 400],
    [guest, unlockLink],
  ],
  "account/forgot-password.route": [
    [guest, "/forgot-password"],
    [guest, "/forgot-password", { email: "no address" }],
  ],
  "account/reset-password.route": [
    [guest, resetLink],
    [guest, resetLink, { password: "short" }],
    [guest, "/reset-password?token=unknown", 400],
  ],
  "account/security.route": [[ann, "/profile/security"]],
  "account/email-choices.route": [
    [ann, "/profile/notices"],
    [feePayer, "/profile/notices"],
    [ann, "/profile/notices", {}],
  ],
  "emails/unsubscribe.route": [
    [guest, "/unsubscribe?token=unknown", 400],
    [guest, stopLink],
    [guest, stoppedLink],
    [guest, stopLink, { intent: "unknown" }],
  ],
  "account/password.route": [
    [cleo, "/profile/password"],
    [cleo, "/profile/password", { currentPassword: "", newPassword: "" }],
  ],
  "account/email.route": [
    [cleo, "/profile/email"],
    [cleo, "/profile/email", { email: "no address", currentPassword: "" }],
  ],
  "account/data.route": [
    [cleo, "/profile/data"],
    [cleo, "/profile/data", { password: "" }],
  ],
  "auth/second-factor/factors.route": [
    [ann, "/profile/factors"],
    [cleo, "/profile/factors"],
  ],
  "auth/second-factor/recovery-codes.route": [[cleo, "/profile/factors/recovery-codes"]],
  "account/profile.route": [
    [ann, "/profile"],
    [ann, "/profile", { fullName: "", username: "!" }],
  ],
  "dashboard/dashboard.route": [
    [ann, "/dashboard"],
    [bob, "/dashboard"],
    [bob, "/dashboard?tab=selling", { intent: "sell" }],
  ],
  "dashboard/services.route": [
    [ann, "/dashboard/services"],
    [bob, "/dashboard/services"],
    [bob, "/dashboard/services", { intent: "sell" }],
  ],
  "dashboard/reviews.route": [
    [ann, "/dashboard/reviews?show=to-answer"],
    [bob, "/dashboard/reviews"],
  ],
  "dashboard/earnings.route": [
    [ann, "/earnings"],
    [bob, "/earnings"],
  ],
  "payouts/accounts/setup.route": [
    [bob, "/earnings/setup"],
    [bob, "/earnings/setup", { country: "IN" }],
  ],
  "payouts/accounts/bank.route": [[feePayer, "/earnings/bank"]],
  "payouts/accounts/claim.route": [
    [guest, "/earnings/claim?token=unknown", 400],
    [guest, claimLink],
    [guest, claimLink, { token: claimLink.split("=")[1] ?? "", country: "IN" }],
    [guest, oldClaimLink, 410],
    [guest, doneClaimLink, 410],
  ],
  "payouts/holds/not-me.route": [
    [guest, "/earnings/not-me?token=unknown", 400],
    [guest, notMeLink],
  ],
  "payouts/statements/statement.route": [
    [bob, `/earnings/${thisMonth}`],
    [bob, `/earnings/${thisMonth.slice(0, 4)}`],
  ],
  "checkout/orders.route": [
    [ann, "/orders"],
    [ann, "/orders?q=nothing"],
    [bob, "/orders?tab=selling"],
    [delivered.ann, "/orders"],
    [delivered.bob, "/orders?tab=selling"],
    [cleo, "/orders"],
  ],
  "offers/page/offer.route": [
    [accepter, `/offers/${openOffer.id}`],
    [bob, `/offers/${openOffer.id}`],
    [accepter, `/offers/${replacedOffer.id}`],
    [accepter, "/orders", { offer: openOffer.id, requirements: "x".repeat(2001) }],
  ],
  "orders/page/order.route": [
    ...parties,
    [delivered.ann, orderPage(delivered), { intent: "revise", note: "no" }],
    [asked.ann, orderPage(asked), { intent: "answer" }],
  ],
  "orders/receipt/receipt.route": [
    [ann, `${orderPage(completed)}/receipt`],
    [bob, `${orderPage(completed)}/receipt`],
  ],
  "conversations/messages.route": [
    [ann, "/messages"],
    [bob, thread],
    [cleo, "/messages"],
    [ann, "/messages", { conversation, content: "" }],
    [ann, `${thread}&q=done`],
    [bob, `${thread}&before=1`],
    [ann, aboutOffer],
  ],
  "offers/writing/new-offer.route": [
    [ann, `/offers/new?gig=${offeredGig}`],
    [ann, `/offers/new?conversation=${conversation}&ask=1`],
    [ann, "/offers/new", 404],
    [guest, `/offers/new?gig=${offeredGig}`, 303],
    [bob, `/offers/new?gig=${offeredGig}`],
    [bob, `/offers/new?conversation=${conversation}`],
    [bob, `/offers/new?conversation=${conversation}&preview=1`],
  ],
  "offers/offers.route": [
    [ann, "/offers", 404],
    [ann, "/offers", { intent: "ask", conversation, content: "<Too> short", budget: "x", wantedBy: "x" }],
    [ann, "/offers", { intent: "ask", gig: offeredGig, content: "<Too> short" }],
    [bob, "/offers", { intent: "send", conversation }],
    [
      bob,
      "/offers",
      {
        ...{ intent: "preview", conversation, "features[10]": "<An> eleventh", questionsOf: "own" },
        ...{ "questions[0].question": "Which?", "questions[0].type": "choice" },
      },
    ],
  ],
  "conversations/replies/replies.route": [
    [ann, "/profile/replies"],
    [ann, "/profile/replies", { content: "" }],
  ],
  "checkout/payment-success.route": [[ann, `/payment-success?session_id=${completed.session}`]],
  "checkout/payment-canceled.route": [[guest, "/payment-canceled"]],
  "contact/page/contact.route": [
    [guest, "/contact"],
    [ann, "/contact"],
    [guest, "/contact", { message: "<Too> short" }],
    [ann, "/contact", { message: "<Too> short" }],
    [ann, check],
  ],
  "statements/appeal.route": [
    [guest, reasons],
    [guest, reasons, { message: "<Too>" }],
    [ann, oldReasons],
    [guest, appealed],
    [guest, "/appeal/unknown", 404],
  ],
  "account/notices/notices.route": [
    [ann, "/notices"],
    [eve, "/notices"],
  ],
  "contact/page/request-list.route": [
    [ann, "/contact/requests"],
    [cleo, "/contact/requests"],
  ],
  "contact/page/request.route": [
    [ann, request],
    [ann, request, { intent: "reply", text: "" }],
    [ann, closedRequest],
    [guest, signedRequest],
  ],
  "admin/admin.route": [[eve, "/admin"]],
  "admin/find/find.route": [
    [eve, "/admin/find"],
    [eve, "/admin/find?q=the"],
    [eve, `/admin/find?q=${"%25".repeat(300)}`],
    [eve, `/admin/find?q=${eve.id}`, 302],
  ],
  "admin/users/user-list.route": [
    [eve, "/admin/users"],
    [eve, "/admin/users?q=no+such+name"],
  ],
  "admin/users/user.route": [
    [eve, `/admin/users/${ann.id}`],
    [eve, `/admin/users/${bob.id}`],
    [eve, `/admin/users/${eve.id}`],
    [eve, `/admin/users/${ann.id}`, { intent: "suspend", ...reason }],
    ...userTabs.map(({ key }): View => [eve, `/admin/users/${bob.id}?tab=${key}`]),
    [eve, `/admin/users/${ann.id}?tab=sessions`, { intent: "end-sessions", ...reason }],
  ],
  "admin/signups/signups.route": [[eve, "/admin/signups"]],
  "admin/balance/balance.route": [[eve, "/admin/balance"]],
  "admin/figures/figures.route": [
    [eve, "/admin/figures"],
    [eve, "/admin/figures?by=month&after=20000"],
  ],
  "admin/orders/order-list.route": [
    [eve, "/admin/orders"],
    [eve, "/admin/orders?show=dispute"],
  ],
  "admin/orders/order.route": [
    ...consoleOrders,
    [eve, `/admin${orderPage(ready)}?refund=10`],
    [eve, `/admin${orderPage(ready)}?refund=much`],
    [eve, `/admin${orderPage(ready)}?confirm=cancel`],
    [eve, `/admin${orderPage(asked)}`, { intent: "answer", ...reason }],
    [eve, `/admin${orderPage(ready)}?refund=10`, { intent: "refund", amount: "10", ...reason }],
  ],
  "admin/payments/payments.route": [
    [eve, "/admin/payments"],
    [eve, "/admin/payments", { intent: "look-into", pick: "re_alone:0", ...reason }],
    [eve, "/admin/payments?confirm=re_alone"],
    [eve, "/admin/payments?show=payments&day=2026-02-03"],
    [eve, "/admin/payments?show=refunds&q=nobody@example.com"],
  ],
  "admin/payouts/payout-lists.route": [
    [eve, "/admin/payouts"],
    [eve, "/admin/payouts?show=debts"],
  ],
  "admin/payouts/seller-payouts.route": [
    [eve, `/admin/payouts/${bob.id}`],
    [eve, `/admin/payouts/${eve.id}`],
    [eve, `/admin/payouts/${bob.id}?confirm=pay-by-hand`],
    [eve, `/admin/payouts/${bob.id}`, { intent: "hold", days: "91", ...reason }],
    [
      eve,
      `/admin/payouts/${bob.id}?confirm=pay-by-hand`,
      { intent: "pay-by-hand", amount: "1,50", ...reason },
    ],
  ],
  "admin/reports/reports.route": [
    [eve, "/admin/reports"],
    [eve, "/admin/reports", { intent: "leave", pick: "unknown:1", ...reason }],
  ],
  "reports/report.route": [
    [ann, `/report?kind=gig&id=${offered.id}`],
    [ann, `/report?kind=gig&id=${offered.id}`, { reason: "" }],
    [bob, reportedMessage],
    [ann, "/report?kind=gig&id=unknown", 404],
    [guest, reportedMessage, 303],
  ],
  "admin/conversations/conversation.route": [
    [eve, `/admin/conversations/${conversation}`],
    [eve, `/admin/conversations/${conversation}`, reason],
    [eve, "/admin/conversations/unknown", 404],
  ],
  "admin/tickets/ticket-list.route": [
    [eve, "/admin/tickets"],
    [eve, "/admin/tickets?q=no+such+name"],
  ],
  "admin/tickets/ticket.route": [
    [eve, `/admin/tickets${request.slice("/contact/requests".length)}?template=bank`],
    [eve, `/admin/tickets${closedRequest.slice("/contact/requests".length)}`],
    [eve, inAppeal],
    [eve, inAppeal, { intent: "reverse", ...reason }],
    [eve, `/admin/tickets${request.slice("/contact/requests".length)}`, { intent: "close", ...reason }],
    [eve, `/admin/tickets${request.slice("/contact/requests".length)}`, { intent: "answer", text: "" }],
  ],
  "admin/announcements/announcement-list.route": [
    [eve, "/admin/announcements"],
    [eve, "/admin/announcements", { intent: "write", subject: "", effective: "2020-01-01", ...reason }],
  ],
  "admin/announcements/announcement.route": [
    [eve, `/admin/announcements/${announced}`],
    [eve, `/admin/announcements/${announced}`, { intent: "save", kind: "terms", subject: "", ...reason }],
    [eve, `/admin/announcements/${announced}?confirm=send`],
    [eve, `/admin/announcements/${announced}?confirm=stop`, { intent: "stop", version: "1", ...reason }],
    [eve, "/admin/announcements/unknown", 404],
  ],
  "admin/catalogue/catalogue.route": [
    [eve, "/admin/catalogue"],
    [eve, "/admin/catalogue", { intent: "add", name: "", slug: "A B", ...reason }],
  ],
  "admin/catalogue/topic.route": [
    [eve, `/admin/catalogue/${offered.categoryId}`],
    [eve, `/admin/catalogue/${offered.categoryId}`, { intent: "save", name: "", slug: "A B", ...reason }],
    [eve, `/admin/catalogue/${offered.categoryId}`, { intent: "add-faq", heading: "Why?", ...reason }],
    [eve, `/admin/catalogue/${offered.categoryId}`, { intent: "add-review", rating: "9", ...reason }],
    [eve, "/admin/catalogue/unknown", 404],
  ],
  "admin/catalogue/preview.route": [
    [eve, `/admin/catalogue/${offered.categoryId}/preview`],
    [eve, `/admin/catalogue/${offered.categoryId}/preview`, { intent: "save", name: "" }],
  ],
  "admin/settings/settings.route": [
    [eve, "/admin/settings"],
    [eve, "/admin/settings", { id: "fee_percent", seen: "0", value: "31", reason: "no" }],
    [eve, "/admin/settings", { id: "refund_days", seen: "14", value: "8", ...reason }],
  ],
  "admin/approvals/approvals.route": [
    [eve, "/admin/approvals"],
    [eve, "/admin/approvals", { intent: "confirm", id: "x", reason: "no" }],
  ],
  "admin/operators/operators.route": [
    [eve, "/admin/operators"],
    [eve, "/admin/operators?confirm=give&who=no+such+name"],
    [eve, `/admin/operators?confirm=give&who=${ann.id}`],
    [eve, `/admin/operators?confirm=take&who=${eve.id}`, { intent: "take", id: eve.id, ...reason }],
  ],
  "admin/audit/audit.route": [
    [eve, "/admin/audit"],
    [eve, "/admin/audit?q=no+such+thing&action=refund"],
  ],
  "admin/exports/exports.route": [
    [eve, "/admin/exports"],
    [eve, "/admin/exports?kind=orders&status=completed&from=2026-01-01"],
    [eve, "/admin/exports", { intent: "tickets", q: "ab", ...reason }],
  ],
  "admin/taxes/taxes.route": [[eve, "/admin/payouts/taxes"]],
  "admin/gigs/gigs.route": [
    [eve, "/admin/gigs"],
    [eve, "/admin/gigs?show=drafts"],
    [eve, "/admin/gigs?q=x", { intent: "deny", pick: `${offered.id}:1`, reason: "no" }],
  ],
  "admin/applications/applications.route": [
    [eve, "/admin/applications"],
    [eve, `/admin/applications?id=${bob.id}&confirm=return-fee`],
    [eve, "/admin/applications", { intent: "vet", pick: "unknown:1", ...reason }],
  ],
  "admin/health/health.route": [
    [eve, "/admin/health"],
    [eve, "/admin/health", reason],
  ],
  "help/help.route": [
    [guest, "/help"],
    [lite, "/help?tab=sellers"],
    [ann, "/help?tab=account"],
  ],
  "help/faq.route": [
    [guest, "/faq"],
    [guest, "/faq?q=refund"],
    [guest, "/faq?q=zeppelin"],
  ],
  "help/helpful.route": [[guest, "/help/helpful", 404]],
  "help/privacy.route": [[guest, "/privacy"]],
  "help/terms.route": [[guest, "/terms"]],
  "layout/preferences.route": [[guest, "/preferences", 404]],
  "layout/unsent.route": [[guest, "/unsent", 404]],
  "layout/not-found.route": [
    [guest, "/no/such/page", 404],
    [lite, "/no/such/page", 404],
    [guest, "/%E0%A4%A", 400],
  ],
};
