import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./people.ts";

/**
 * One signed-in browser and its refresh tokens (docs/architecture.md#sessions). A token is derived from `id`
 * and `counter`, so a leaked copy of this table contains no token.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The highest counter whose token was presented. The browser should have its successor. */
    counter: integer().notNull().default(0),
    /**
     * Assurance level: `aal2` once a second factor has been used in this session
     * (docs/specification.md#second-factor).
     */
    aal: text({ enum: ["aal1", "aal2"] }).notNull(),
    /** True while the second factor is missing: the password was right, and the user is not signed in yet. */
    owesFactor: integer("owes_factor", { mode: "boolean" }).notNull(),
    /** The User-Agent header, at most 300 characters. */
    device: text().notNull(),
    /** Such as "Berlin, DE": where the session was started; null if the network did not report it. */
    place: text(),
    createdAt: integer("created_at").notNull(),
    /** When the session was last refreshed. */
    seenAt: integer("seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    endedAt: integer("ended_at"),
    /**
     * When the emailed link was opened in this browser: others' wrong codes no longer count here
     * (docs/specification.md#wrong-codes).
     */
    unlockedAt: integer("unlocked_at"),
  },
  (t) => [
    check("sessions_aal", sql`${t.aal} in ('aal1', 'aal2')`),
    index("sessions_user").on(t.userId, t.createdAt),
    // When a session ended (workers/work/prunes.server.ts).
    index("sessions_over").on(sql`case when ended_at is null then expires_at else ended_at end`),
  ],
);

/** A second factor of a user (docs/specification.md#data-session). */
export const factors = sqliteTable(
  "factors",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    factorType: text("factor_type", { enum: ["totp", "phone"] }).notNull(),
    status: text({ enum: ["unverified", "verified"] }).notNull(),
    friendlyName: text("friendly_name").notNull(),
    /** Of a totp factor: encrypted (app/auth/second-factor/factor-secrets.server.ts). */
    secret: text(),
    /** Of a phone factor: the number in E.164. */
    phone: text(),
    /** The last time step whose code was accepted. Codes of this step or earlier are refused as replays. */
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

/**
 * A challenge for a code, valid in one session. A phone's code is stored as a hash; an app's code is
 * computed.
 */
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
    /** When its code was accepted. A challenge can be answered once. */
    usedAt: integer("used_at"),
  },
  (t) => [index("factor_challenges_factor").on(t.factorId, t.createdAt)],
);

/** The recovery codes. Each user with a second factor has ten. Each works once. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    codeHash: text("code_hash").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [index("recovery_codes_user").on(t.userId)],
);

/**
 * The end of a user's second factors, which an operator has asked for (docs/specification.md#factor-endings).
 * Times are UTC ms. At most one waits for each user.
 */
export const factorEndings = sqliteTable(
  "factor_endings",
  {
    number: integer().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    askedAt: integer("asked_at").notNull(),
    /** When it takes effect. */
    dueAt: integer("due_at").notNull(),
    /** Null while it waits. */
    endedAt: integer("ended_at"),
    /**
     * `done`: the factors were removed. Else it was stopped: by its owner, by signing in with a factor
     * (`used`), or by an operator. Null while it waits.
     */
    outcome: text({ enum: ["done", "owner", "used", "operator"] }),
  },
  (t) => [
    check("factor_endings_ended", sql`(${t.endedAt} is null) = (${t.outcome} is null)`),
    index("factor_endings_user").on(t.userId),
    uniqueIndex("factor_endings_waiting").on(t.userId).where(sql`${t.endedAt} is null`),
    index("factor_endings_due").on(t.dueAt).where(sql`${t.endedAt} is null`),
  ],
);

export const accountLinkKinds = sqliteTable("account_link_kinds", { name: text().primaryKey() });

/**
 * A link that was emailed. Its token is derived from kind and id, so a leaked copy of this table
 * contains no token.
 */
export const accountLinks = sqliteTable(
  "account_links",
  {
    id: text().primaryKey(),
    kind: text({
      enum: ["verify", "reset", "change_email", "undo_email", "way_back", "unlock", "not_me", "payouts"],
    })
      .notNull()
      .references(() => accountLinkKinds.name),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The address to verify, to change to or to restore; or the owner's (unlock, not_me, payouts). */
    email: text().notNull(),
    /** Of a verify, reset or unlock link: the path that its user wanted to reach, checked when it is read. */
    redirectTo: text("redirect_to"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("account_links_user").on(t.userId, t.createdAt),
    // To check that a former owner can still take an address back.
    index("account_links_email").on(t.email),
    index("account_links_over").on(t.expiresAt).where(sql`${t.email} <> ''`),
  ],
);

export const accountEventKinds = sqliteTable("account_event_kinds", { name: text().primaryKey() });

/**
 * The history of an account. It is append-only: triggers refuse UPDATE and DELETE. A security setting is
 * written in one batch with its event, behind a guard of the session (docs/architecture.md#claims). An event
 * with a `linkId` consumes that link: the column is unique, so a link works once.
 */
export const accountEvents = sqliteTable(
  "account_events",
  {
    number: integer().primaryKey({ autoIncrement: true }),
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
  (t) => [
    index("account_events_user").on(t.userId, t.number),
    // For Health in the console.
    index("account_events_refused").on(t.at).where(sql`${t.kind} = 'codes_refused'`),
  ],
);

/**
 * The attempts counted under a key within its window. One row counts for all isolates. The migration has one
 * more index, `limits_account`, for the counters of one account: drizzle-kit splits an index at commas.
 */
export const limits = sqliteTable(
  "limits",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    /** UTC ms. After that the count starts again at 1. */
    resetsAt: integer("resets_at").notNull(),
  },
  (t) => [index("limits_over").on(t.resetsAt)],
);
