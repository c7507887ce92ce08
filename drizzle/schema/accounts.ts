import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./people.ts";

/**
 * One signed-in browser, and the family of its refresh tokens (docs/architecture.md#sessions, who is looking). A token is derived from id and
 * counter, so a copy of this table opens no door.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The highest counter whose token was presented; its successor is the one that the browser should hold. */
    counter: integer().notNull().default(0),
    /** Assurance level: `aal2` once a second factor was used in this session (docs/specification.md#second-factor). */
    aal: text({ enum: ["aal1", "aal2"] }).notNull(),
    /** The password was right and the second factor is still owed: nobody is signed in yet. */
    owesFactor: integer("owes_factor", { mode: "boolean" }).notNull(),
    /** The browser's own words (User-Agent), at most 300 characters. */
    device: text().notNull(),
    /** "Berlin, DE" as the network told when it began; null: it did not. */
    place: text(),
    createdAt: integer("created_at").notNull(),
    /** When a token was last refreshed. */
    seenAt: integer("seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (t) => [
    check("sessions_aal", sql`${t.aal} in ('aal1', 'aal2')`),
    index("sessions_user").on(t.userId, t.createdAt),
  ],
);

/** docs/specification.md#data-session: a second factor of a user. */
export const factors = sqliteTable(
  "factors",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    factorType: text("factor_type", { enum: ["totp", "phone"] }).notNull(),
    status: text({ enum: ["unverified", "verified"] }).notNull(),
    friendlyName: text("friendly_name").notNull(),
    /** Of a totp factor: encrypted (app/auth/factor-secrets). */
    secret: text(),
    /** Of a phone factor: E.164. */
    phone: text(),
    /** The last time step whose code was taken; a code of it or before is refused as a replay. */
    lastStep: integer("last_step").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    verifiedAt: integer("verified_at"),
  },
  (t) => [
    check("factors_type", sql`${t.factorType} in ('totp', 'phone')`),
    check("factors_status", sql`${t.status} in ('unverified', 'verified')`),
    check("factors_one", sql`(${t.factorType} = 'totp') = (${t.secret} is not null)`),
    check("factors_phone", sql`(${t.factorType} = 'phone') = (${t.phone} is not null)`),
    index("factors_user").on(t.userId),
  ],
);

/** A question for a code, asked in one session. Phone codes are kept as a hash; a totp factor's code is computed. */
export const factorChallenges = sqliteTable(
  "factor_challenges",
  {
    id: text().primaryKey(),
    factorId: text("factor_id")
      .notNull()
      .references(() => factors.id),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id),
    codeHash: text("code_hash"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** When its code was taken; each is taken once. */
    usedAt: integer("used_at"),
  },
  (t) => [index("factor_challenges_factor").on(t.factorId, t.createdAt)],
);

/** Ten of each user with a second factor; each works once. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    codeHash: text("code_hash").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [index("recovery_codes_user").on(t.userId)],
);

export const accountLinkKinds = sqliteTable("account_link_kinds", { name: text().primaryKey() });

/** A link that was mailed. Its token is derived from kind and id, so a copy of this table opens none. */
export const accountLinks = sqliteTable(
  "account_links",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["verify", "reset", "change_email", "undo_email"] })
      .notNull()
      .references(() => accountLinkKinds.name),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The address that the link is about: the one verified, the new one, the one to restore. */
    email: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("account_links_user").on(t.userId, t.createdAt),
    // An address that its owner may still take back is nobody else's.
    index("account_links_email").on(t.email),
  ],
);

export const accountEventKinds = sqliteTable("account_event_kinds", { name: text().primaryKey() });

/**
 * What happened to an account, append-only (triggers refuse UPDATE and DELETE). A security setting is written in one batch with its
 * event, whose `userId` is a sub-select of the session that asked: an ended one breaks NOT NULL and the batch is undone. A link
 * is used by the event that carries it: `linkId` is unique, so each works once.
 */
export const accountEvents = sqliteTable(
  "account_events",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text()
      .notNull()
      .references(() => accountEventKinds.name),
    linkId: text("link_id")
      .unique()
      .references(() => accountLinks.id),
    at: integer().notNull(),
  },
  (t) => [index("account_events_user").on(t.userId, t.n)],
);

/** How often something was tried under a key within its window; one row, one count for all instances. */
export const limits = sqliteTable(
  "limits",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    /** UTC ms; from then on the count begins anew. */
    resetsAt: integer("resets_at").notNull(),
  },
  (t) => [index("limits_over").on(t.resetsAt)],
);
