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
