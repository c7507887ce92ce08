import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What a user typed into a form that led away, to sign-in for example, and is shown again on the way back
 * (docs/specification.md#drafts). A draft lives for one hour and is shown only to the browser that typed
 * it: `browserHash` is the SHA-256 of a random cookie.
 */
export const drafts = sqliteTable(
  "drafts",
  {
    id: text().primaryKey(),
    browserHash: text("browser_hash").notNull(),
    /** The form's fields by name. */
    fields: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** UTC ms; the sweep deletes the row after that. */
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("drafts_expired").on(t.expiresAt)],
);
