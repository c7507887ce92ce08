import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { categories, subcategories } from "./catalog.ts";
import { profiles } from "./people.ts";

/** Whether a published gig is on offer (docs/specification.md#gig-states); a table, not a CHECK, because it may grow. */
export const gigStates = sqliteTable("gig_states", { name: text().primaryKey() });
export const gigEventKinds = sqliteTable("gig_event_kinds", { name: text().primaryKey() });

/**
 * docs/specification.md#data-gig. A row is inserted at first publication, in the order of `created_at`, so that `n`
 * is the order "newest". `price` is kept in cents. `listed` decides whether lists, counts and search show it; it is
 * written together with `state`, and only an active gig can be listed. `version` is the number of the last event; a
 * gig as it was published is version 1 and has no event yet.
 */
export const gigs = sqliteTable(
  "gigs",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    description: text().notNull(),
    priceCents: integer("price_cents").notNull(),
    deliveryDays: integer("delivery_time").notNull(),
    /** -1: unlimited. */
    revisions: integer().notNull(),
    features: text({ mode: "json" }).$type<string[]>().notNull(),
    imageUrl: text("image_url"),
    /** What the main picture shows; null: the title says it. */
    imageAlt: text("image_alt"),
    /** Up to three pictures more (docs/specification.md#gig-gallery). */
    furtherImages: text("further_images", { mode: "json" }).$type<GigImage[]>().notNull().default([]),
    faqs: text({ mode: "json" }).$type<GigFaq[]>().notNull().default([]),
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    subcategoryId: text("subcategory_id").references(() => subcategories.id),
    /** JSON (or text of JSON) of the three tiers with prices in whole dollars, as docs/specification.md#packages; null: derived. */
    packageDetails: text("package_details"),
    /** The seller's questions, copied on each order. */
    questions: text({ mode: "json" }).$type<GigQuestion[]>().notNull(),
    metaTitle: text("meta_title"),
    metaDescription: text("meta_description"),
    metaKeywords: text("meta_keywords", { mode: "json" }).$type<string[]>(),
    state: text({ enum: ["active", "paused", "denied", "suspended", "withdrawn"] })
      .notNull()
      .default("active")
      .references(() => gigStates.name),
    listed: integer({ mode: "boolean" }).notNull(),
    version: integer().notNull().default(1),
    /** Of the verified reviews, kept by a trigger: the average is the one through the other. */
    ratingSum: integer("rating_sum").notNull().default(0),
    reviewCount: integer("review_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    check("gigs_price", sql`${t.priceCents} > 0`),
    check("gigs_revisions", sql`${t.revisions} >= -1`),
    check("gigs_listed", sql`${t.listed} = 0 or ${t.state} = 'active'`),
    index("gigs_newest").on(t.listed, t.n),
    index("gigs_by_price").on(t.listed, t.priceCents, t.n),
    index("gigs_category_newest").on(t.categoryId, t.listed, t.n),
    index("gigs_category_by_price").on(t.categoryId, t.listed, t.priceCents, t.n),
    index("gigs_subcategory_newest").on(t.subcategoryId, t.listed, t.n),
    index("gigs_subcategory_by_price").on(t.subcategoryId, t.listed, t.priceCents, t.n),
    index("gigs_seller").on(t.sellerId, t.n),
  ],
);

/** Append-only (triggers refuse UPDATE and DELETE). `seq` counts per gig from 2 without gaps and is the claim of a move. */
export const gigEvents = sqliteTable(
  "gig_events",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    seq: integer().notNull(),
    kind: text()
      .notNull()
      .references(() => gigEventKinds.name),
    /** Null: the product itself. */
    actorId: text("actor_id").references(() => profiles.id),
    /** UTC ms. */
    at: integer().notNull(),
  },
  (t) => [uniqueIndex("gig_events_seq").on(t.gigId, t.seq)],
);

/**
 * How many listed gigs each subcategory has, kept by triggers, so that a count reads a few rows whatever the market's size
 * (docs/architecture.md#scale). `subcategoryId` is empty for gigs of a category without one.
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

/** Slugs that a gig had before: their addresses lead to the one it has now (docs/specification.md#slugs). */
export const gigSlugs = sqliteTable("gig_slugs", {
  slug: text().primaryKey(),
  gigId: text("gig_id")
    .notNull()
    .references(() => gigs.id),
});

/** A picture of a gig. `url`: `/images/{key}`. */
export type GigImage = { url: string; alt: string };

export type GigFaq = { question: string; answer: string };

/** A question that a seller asks before work starts. */
export type GigQuestion = {
  question: string;
  type: "text" | "choice" | "file";
  required: boolean;
  options?: string[];
};
