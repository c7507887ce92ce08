import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The accounts. Times are UTC ms; `email` is stored in lower case. */
export const users = sqliteTable(
  "users",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    email: text().notNull().unique(),
    /** `scrypt$N$r$p$salt$hash` (base64url); null if the account cannot sign in with a password. */
    passwordHash: text("password_hash"),
    emailVerifiedAt: integer("email_verified_at"),
    role: text().notNull().default("user"),
    /** UTC ms; null if not suspended. Suspending ends every session. */
    suspendedAt: integer("suspended_at"),
    /** UTC ms. The row of a deleted account contains no personal data. */
    deletedAt: integer("deleted_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    check("users_role", sql`${t.role} in ('user', 'operator')`),
    check("users_email_lower", sql`${t.email} = lower(${t.email})`),
    // For the filters of the operator's console, newest first.
    index("users_suspended").on(t.number).where(sql`${t.suspendedAt} is not null`),
    index("users_operators").on(t.number).where(sql`${t.role} = 'operator'`),
  ],
);

/**
 * Who has received the credit of a new user, as HMACs: the addresses that accounts have or had, and the cards
 * that have used it. A new account with one of the addresses gets no credit, and no other account can use its
 * credit with one of the cards (docs/specification.md#credit-card). A row outlives its account.
 */
export const creditHolders = sqliteTable("credit_holders", {
  hash: text().primaryKey(),
  /** Null for addresses taken over from `former_addresses`. */
  userId: text("user_id").references(() => users.id),
});

/**
 * Unkeyed SHA-256 of the addresses of deleted accounts, until the sweep has moved them to `credit_holders`.
 */
export const formerAddresses = sqliteTable("former_addresses", { hash: text().primaryKey() });

/**
 * A profile (docs/specification.md#data-profile). `id` is the user's id; `username` is stored in lower case.
 */
export const profiles = sqliteTable(
  "profiles",
  {
    id: text()
      .primaryKey()
      .references(() => users.id),
    username: text().notNull().unique(),
    fullName: text("full_name").notNull(),
    avatarUrl: text("avatar_url"),
    /** The user's occupation, such as "Bookshop owner". It is displayed under their reviews. */
    title: text(),
    sellerLevel: text("seller_level"),
    description: text(),
    /** An IANA name, such as `Europe/Berlin`; null if unknown. */
    timeZone: text("time_zone"),
    /** For the receipts of future orders (docs/specification.md#billing-details). */
    companyName: text("company_name"),
    taxNumber: text("tax_number"),
    /** True if others see when this user is online, and this user sees when others are. */
    showsPresence: integer("shows_presence", { mode: "boolean" }).notNull().default(true),
    /** UTC ms. The user then appears as 'Anonymous' or 'User'. */
    deletedAt: integer("deleted_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    check("profiles_username_lower", sql`${t.username} = lower(${t.username})`),
    index("profiles_picture").on(t.avatarUrl).where(sql`${t.avatarUrl} IS NOT NULL`),
  ],
);

/**
 * A former username. For 90 days its addresses redirect to the new one, and no other user can take it
 * (docs/specification.md#usernames).
 */
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
