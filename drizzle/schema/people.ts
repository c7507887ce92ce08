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
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    check("users_role", sql`${t.role} in ('user', 'operator')`),
    check("users_email_lower", sql`${t.email} = lower(${t.email})`),
  ],
);

/** spec.md section 3, profile. `id` is the user's id; `username` is stored in lower case. */
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
    timeZone: text("time_zone"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [check("profiles_username_lower", sql`${t.username} = lower(${t.username})`)],
);

/** One signed-in browser. `tokenHash` is SHA-256 of the cookie's value, so that a copy of this table opens no door. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (t) => [index("sessions_user").on(t.userId, t.createdAt)],
);
