import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./people.ts";

/**
 * Gigs that are being written, and changes to published gigs (docs/specification.md#gig-editor). The id is
 * the gig's: a draft with the id of a published gig contains changes to it. Publishing deletes the draft.
 */
export const gigDrafts = sqliteTable(
  "gig_drafts",
  {
    id: text().primaryKey(),
    /** Its number in the search index of titles. A trigger sets it. */
    number: integer(),
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    /** What was typed, valid or not. */
    steps: text({ mode: "json" }).$type<StoredSteps>().notNull(),
    /** Counts every change. Publishing claims the version that it checked. */
    version: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    index("gig_drafts_seller").on(t.sellerId, t.updatedAt),
    // Not unique, so that the migration is an addition: the trigger assigns unique numbers.
    index("gig_drafts_number").on(t.number),
  ],
);

/**
 * The typed fields of each saved step, and the step's own version, from 1: two windows may edit different
 * steps at the same time.
 */
export type StoredSteps = Partial<Record<string, { version: number; typed: unknown }>>;

/** The pictures of a draft, by position. A published gig has its pictures in `gigs`. */
export const gigDraftPictures = sqliteTable(
  "gig_draft_pictures",
  {
    /** The picture's address is `/images/{key}`. */
    key: text().notNull(),
    draftId: text("draft_id")
      .notNull()
      .references(() => gigDrafts.id),
    /** The position from 1, the main picture, to 4, without gaps. */
    place: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.draftId, t.key] }),
    uniqueIndex("gig_draft_pictures_place").on(t.draftId, t.place),
    check("gig_draft_pictures_four", sql`${t.place} between 1 and 4`),
  ],
);
