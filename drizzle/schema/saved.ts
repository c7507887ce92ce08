import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { gigs } from "./gigs.ts";
import { users } from "./people.ts";

/**
 * The gigs that users keep for later (docs/specification.md#data-saved). Triggers keep the `saves` of
 * `gig_figures`.
 */
export const savedGigs = sqliteTable(
  "saved_gigs",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    /** The lowest price of the gig when it was saved. */
    priceCents: integer("price_cents").notNull(),
    /** UTC ms. */
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.gigId] }),
    index("saved_gigs_newest").on(t.userId, t.at),
    index("saved_gigs_gig").on(t.gigId, t.at),
  ],
);

/**
 * The users who want an email about what they saved (docs/specification.md#saved-news). A row is a user who
 * has turned it on.
 */
export const savedNews = sqliteTable(
  "saved_news",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    /** When what they saved is checked next, UTC ms. */
    nextAt: integer("next_at").notNull(),
  },
  (t) => [index("saved_news_next").on(t.nextAt)],
);

/**
 * What the last weekly look at a user's saved gigs found (docs/specification.md#saved-news), for the email
 * about it and for the next look. A gig that was saved since has no row yet.
 */
export const savedSeen = sqliteTable(
  "saved_seen",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    /** The lowest price of the gig when it could last be ordered. */
    priceCents: integer("price_cents").notNull(),
    /** Whether it could be ordered. */
    available: integer({ mode: "boolean" }).notNull(),
    /** News: the price before it fell, in cents; null: it did not fall. */
    wasCents: integer("was_cents"),
    /** News: it can be ordered again. */
    isBack: integer("is_back", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.userId, t.gigId] })],
);
