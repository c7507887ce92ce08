import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Form input that is saved while the user is on another page, for example to sign in. The form shows it again
 * when the user returns (docs/specification.md#drafts). Only the browser that saved it can read it:
 * `browserHash` is the SHA-256 of a random cookie. If it has a `userId`, only this user can.
 */
export const drafts = sqliteTable(
  "drafts",
  {
    id: text().primaryKey(),
    browserHash: text("browser_hash").notNull(),
    userId: text("user_id"),
    /** The form's fields by name. */
    fields: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** UTC ms; the sweep deletes the row after this time. */
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("drafts_expired").on(t.expiresAt)],
);
