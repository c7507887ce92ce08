import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Who can sign in. Times are UTC milliseconds; `email` is stored in lower case. */
export const users = sqliteTable(
  "users",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    email: text().notNull().unique(),
    /** `scrypt$N$r$p$salt$hash` (base64url); null: this account cannot sign in with a password. */
    passwordHash: text("password_hash"),
    emailVerifiedAt: integer("email_verified_at"),
    role: text().notNull().default("user"),
    /** UTC ms; null: may sign in. Suspending ends every session. */
    suspendedAt: integer("suspended_at"),
    /** UTC ms; what is left of a deleted account holds nothing of its owner. */
    deletedAt: integer("deleted_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    check("users_role", sql`${t.role} in ('user', 'operator')`),
    check("users_email_lower", sql`${t.email} = lower(${t.email})`),
    // The few that the operator's filters ask for, newest first.
    index("users_suspended").on(t.n).where(sql`${t.suspendedAt} is not null`),
    index("users_operators").on(t.n).where(sql`${t.role} = 'operator'`),
  ],
);

/** SHA-256 of the addresses of accounts that were deleted: a new account with one of them gets no credit. */
export const formerAddresses = sqliteTable("former_addresses", { hash: text().primaryKey() });

/** docs/specification.md#data-profile. `id` is the user's id; `username` is stored in lower case. */
export const profiles = sqliteTable(
  "profiles",
  {
    id: text()
      .primaryKey()
      .references(() => users.id),
    username: text().notNull().unique(),
    fullName: text("full_name").notNull(),
    avatarUrl: text("avatar_url"),
    /** What somebody does ("Bookshop owner"); shown under their reviews. */
    title: text(),
    sellerLevel: text("seller_level"),
    description: text(),
    /** An IANA name (`Europe/Berlin`); null: not told. */
    timeZone: text("time_zone"),
    /** UTC ms; others are shown 'Anonymous' or 'User' in this one's place. */
    deletedAt: integer("deleted_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [check("profiles_username_lower", sql`${t.username} = lower(${t.username})`)],
);

/** A name that somebody had: its addresses lead to the new one until then, and nobody else may take it (90 days). */
export const formerUsernames = sqliteTable(
  "former_usernames",
  {
    username: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** UTC ms. */
    until: integer().notNull(),
  },
  (t) => [index("former_usernames_user").on(t.userId)],
);
