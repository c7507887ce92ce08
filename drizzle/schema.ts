/** The data dictionary: every table (docs/specification.md#data), one file for each area. */

export * from "./schema/accounts.ts";
export * from "./schema/admin.ts";
export * from "./schema/catalog.ts";
export * from "./schema/contact/tickets.ts";
export * from "./schema/conversations.ts";
export * from "./schema/drafts.ts";
export * from "./schema/figures.ts";
export * from "./schema/files.ts";
export * from "./schema/gig-drafts.ts";
export * from "./schema/gigs.ts";
export * from "./schema/guards.ts";
export * from "./schema/money.ts";
export * from "./schema/offers.ts";
export * from "./schema/orders.ts";
export * from "./schema/outbox.ts";
export * from "./schema/payouts.ts";
export * from "./schema/people.ts";
export * from "./schema/pictures.ts";
export * from "./schema/reviews.ts";
export * from "./schema/saved.ts";
export * from "./schema/search.ts";
export * from "./schema/sellers.ts";
export * from "./schema/settings.ts";
export * from "./schema/statements.ts";
export * from "./schema/webhooks.ts";
export * from "./schema/work.ts";
