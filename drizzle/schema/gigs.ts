import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { categories, subcategories } from "./catalog.ts";
import { profiles } from "./people.ts";

/**
 * The states of a gig (docs/specification.md#gig-states). A table instead of a CHECK, so that rows can be
 * added.
 */
export const gigStates = sqliteTable("gig_states", { name: text().primaryKey() });
/** The kinds of gig events. */
export const gigEventKinds = sqliteTable("gig_event_kinds", { name: text().primaryKey() });

/**
 * The rank of a gig among the best rated, in ascending order: its rating, up to 63 completed orders, its
 * number. The rating is the average, in thousandths, that it would have with two more reviews of 4 stars, so
 * that one review of 5 stars does not rank above fifty of 4.9. Without reviews it is 0. It orders the index
 * `gigs_best` and the search index `gigs_best_fts`, whose rowid contains it before 12 bits for the category's
 * number. It contains no commas, because drizzle-kit splits an index at them.
 */
export const gigPlace = sql`((case when review_count > 0 then 1000 * (rating_sum + 8) / (review_count + 2) else 0 end) << 6 | (case when completed_orders < 63 then completed_orders else 63 end)) << 32 | number`;

/**
 * The published gigs (docs/specification.md#data-gig). A row is inserted at first publication, in the order
 * of `created_at`, so that `number` is the sort "newest". `listed` decides whether listings, counts and
 * search show the gig. It is written together with `state`: only an active gig can be listed. `version` is
 * the number of the last event. A published gig starts with version 1 and no event.
 */
export const gigs = sqliteTable(
  "gigs",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    description: text().notNull(),
    priceCents: integer("price_cents").notNull(),
    deliveryDays: integer("delivery_time").notNull(),
    /** -1 means unlimited. */
    revisions: integer().notNull(),
    features: text({ mode: "json" }).$type<string[]>().notNull(),
    imageUrl: text("image_url"),
    /** The alternative text of the main picture; null: the title is used. */
    imageAlt: text("image_alt"),
    /** Up to three more pictures (docs/specification.md#gig-gallery). */
    furtherImages: text("further_images", { mode: "json" }).$type<GigPicture[]>().notNull().default([]),
    faqs: text({ mode: "json" }).$type<GigFaq[]>().notNull().default([]),
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    subcategoryId: text("subcategory_id").references(() => subcategories.id),
    /**
     * JSON, or JSON in a JSON text, of up to three tiers with prices in dollars; null: derived
     * (docs/specification.md#packages).
     */
    packageDetails: text("package_details"),
    /** What can be added to a package; null: nothing (docs/specification.md#extras). */
    extras: text({ mode: "json" }).$type<GigExtras>(),
    /** The seller's questions, copied to each order. */
    questions: text({ mode: "json" }).$type<GigQuestion[]>().notNull(),
    metaTitle: text("meta_title"),
    metaDescription: text("meta_description"),
    metaKeywords: text("meta_keywords", { mode: "json" }).$type<string[]>(),
    state: text({ enum: ["active", "paused", "denied", "suspended", "withdrawn"] })
      .notNull()
      .default("active")
      .references(() => gigStates.name),
    listed: integer({ mode: "boolean" }).notNull(),
    /** Why an operator denied it; null if it is not denied. */
    denial: text(),
    version: integer().notNull().default(1),
    /** The sum and the number of verified ratings, updated by a trigger. Their quotient is the average. */
    ratingSum: integer("rating_sum").notNull().default(0),
    reviewCount: integer("review_count").notNull().default(0),
    /** How many orders of it were completed, updated by a trigger. */
    completedOrders: integer("completed_orders").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    check("gigs_price", sql`${t.priceCents} > 0`),
    check("gigs_revisions", sql`${t.revisions} >= -1`),
    check("gigs_listed", sql`${t.listed} = 0 or ${t.state} = 'active'`),
    index("gigs_newest").on(t.listed, t.number),
    index("gigs_by_price").on(t.listed, t.priceCents, t.number),
    index("gigs_category_newest").on(t.categoryId, t.listed, t.number),
    index("gigs_category_by_price").on(t.categoryId, t.listed, t.priceCents, t.number),
    index("gigs_subcategory_newest").on(t.subcategoryId, t.listed, t.number),
    index("gigs_subcategory_by_price").on(t.subcategoryId, t.listed, t.priceCents, t.number),
    index("gigs_seller").on(t.sellerId, t.number),
    index("gigs_best").on(t.listed, gigPlace),
    // For the operator's lists of gigs that are not on the market.
    index("gigs_off_market").on(t.state, t.number).where(sql`${t.listed} = 0`),
  ],
);

/**
 * The events of gigs, append-only: triggers refuse UPDATE and DELETE. `seq` counts per gig from 2 without
 * gaps. `seq` is the claim of a transition (docs/architecture.md#claims).
 */
export const gigEvents = sqliteTable(
  "gig_events",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    seq: integer().notNull(),
    kind: text()
      .notNull()
      .references(() => gigEventKinds.name),
    /** Null if the product itself acted. */
    actorId: text("actor_id").references(() => profiles.id),
    /** UTC ms. */
    at: integer().notNull(),
  },
  (t) => [uniqueIndex("gig_events_seq").on(t.gigId, t.seq)],
);

/**
 * Denied gigs that their sellers have changed and that now wait for an operator
 * (docs/specification.md#denied-changes). `gigs` has the latest text. A decision deletes the row.
 */
export const deniedChanges = sqliteTable(
  "denied_changes",
  {
    gigId: text("gig_id")
      .primaryKey()
      .references(() => gigs.id),
    /** The text that was denied. */
    denied: text({ mode: "json" }).$type<GigTexts>().notNull(),
    /** Since when it has been waiting, UTC ms. */
    since: integer().notNull(),
  },
  (t) => [index("denied_changes_since").on(t.since)],
);

/**
 * One row, whose `number` grows with each decision that removes something from public pages: a denial, a
 * suspension, a removed review; and with each change of the catalogue. Anything cached before the last one is
 * not served (docs/architecture.md#removals).
 */
export const removals = sqliteTable("removals", {
  id: integer().primaryKey(),
  number: integer().notNull(),
});

/**
 * How many listed gigs each subcategory has, updated by triggers. A count reads a few rows, regardless of the
 * number of gigs (docs/architecture.md#scale). `subcategoryId` is empty for gigs without a subcategory.
 */
export const gigCounts = sqliteTable(
  "gig_counts",
  {
    categoryId: text("category_id").notNull(),
    subcategoryId: text("subcategory_id").notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.categoryId, t.subcategoryId] }),
    index("gig_counts_subcategory").on(t.subcategoryId, t.count),
  ],
);

/** Former slugs of gigs. Their addresses redirect to the current slug (docs/specification.md#slugs). */
export const gigSlugs = sqliteTable("gig_slugs", {
  slug: text().primaryKey(),
  gigId: text("gig_id")
    .notNull()
    .references(() => gigs.id),
});

/** The content of a gig: the typed fields of each step of the editor, and the keys of its pictures. */
export type GigTexts = { typed: Record<string, Record<string, string>>; pictures: string[] };

/** A picture of a gig. `url` is `/images/{key}`; `alt` is its alternative text. */
export type GigPicture = { url: string; alt: string };

/** A frequently asked question of a gig, with the seller's answer. */
export type GigFaq = { question: string; answer: string };

/**
 * What a seller offers in addition to the packages (docs/specification.md#extras). Cents and days. `list`:
 * extras, each with its price and how many days it adds; an id is unique in its gig. `faster`: by package,
 * how many days less it takes, and for what price. `several`: true if an order can contain a package several
 * times.
 */
export type GigExtras = {
  list: { id: string; title: string; priceCents: number; days: number }[];
  faster: Partial<Record<"starter" | "pro" | "elite", { days: number; priceCents: number }>>;
  several: boolean;
};

/** A question that the seller asks before work starts. */
export type GigQuestion = {
  question: string;
  type: "text" | "choice" | "file";
  required: boolean;
  options?: string[];
};
