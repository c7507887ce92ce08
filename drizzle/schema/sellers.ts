import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./people.ts";

/** A language that a seller works in. */
export type SpokenLanguage = { name: string; level: "basic" | "conversational" | "fluent" | "native" };

/** An application as typed, valid or not. */
export type ApplicationDraft = {
  fullName: string;
  bio: string;
  skills: string;
  experience: string;
  /** Absent in older drafts. */
  payoutCountry?: string;
};

/**
 * The figures that determine a level (docs/specification.md#seller-levels). `ratings` and `ratingSum`: the
 * ratings that count: of the last 12 months, or of all time if there are fewer than 5. `onTime` and `late`:
 * of the last 12 months.
 */
export type LevelFigures = {
  completed: number;
  ratings: number;
  ratingSum: number;
  onTime: number;
  late: number;
};

/**
 * A seller's registration, one per person (docs/specification.md#data-seller). `id` is what its fee is paid
 * for. `version` is the number of the last event; a write claims `version + 1` in `seller_events`
 * (docs/architecture.md#claims).
 *
 * `status`: `none`: a draft was saved, nothing was sent. `applied`: the application was sent, and the seller
 * is not active. `active`: may sell. `suspended`: an operator has refused the seller.
 */
export const sellers = sqliteTable(
  "sellers",
  {
    // Not AUTOINCREMENT: rows are never deleted, and each AUTOINCREMENT table makes every INSERT into another
    // one read one more row.
    number: integer().primaryKey(),
    id: text().notNull().unique(),
    userId: text("user_id")
      .notNull()
      .unique()
      .references(() => profiles.id),
    status: text({ enum: ["none", "applied", "active", "suspended"] }).notNull(),
    /** The name and description of an application are in the profile. */
    skills: text().notNull().default(""),
    experience: text().notNull().default(""),
    languages: text({ mode: "json" }).$type<SpokenLanguage[]>().notNull().default([]),
    /** ISO 3166, two letters; null if unknown. */
    country: text(),
    /**
     * The country where the seller is paid, as the application says; null: not asked yet. It may differ from
     * `country`, which the public page shows. ISO 3166, two letters.
     */
    payoutCountry: text("payout_country"),
    /** The saved draft that was not sent; null if there is none. */
    draft: text({ mode: "json" }).$type<ApplicationDraft>(),
    paymentStatus: text("payment_status", { enum: ["pending", "paid", "refunded", "failed"] }).notNull(),
    /** The registration fee, in cents, and how much of it is to be refunded. */
    priceCents: integer("price_cents").notNull(),
    refundedCents: integer("refunded_cents").notNull().default(0),
    appliedAt: integer("applied_at"),
    /** When the fee was paid or waived; null: never active. */
    activatedAt: integer("activated_at"),
    activatedBy: text("activated_by", { enum: ["fee", "waiver"] }),
    vettedAt: integer("vetted_at"),
    /** When an operator last asked for evidence. */
    askedAt: integer("asked_at"),
    /** When the reminder of an unpaid application is due, UTC ms; null: none is due. */
    reminderAt: integer("reminder_at"),
    /** Until when the seller is away, UTC ms; null: not away. */
    awayUntil: integer("away_until"),
    /** When the level was last compared with its table, UTC ms. */
    levelCheckedAt: integer("level_checked_at").notNull().default(0),
    /** Since when the table gives a lower level, UTC ms; null while it does not. */
    belowSince: integer("below_since"),
    /** The figures of the last comparison; null before the first one. */
    levelFigures: text("level_figures", { mode: "json" }).$type<LevelFigures>(),
    version: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    check("sellers_status", sql`${t.status} in ('none', 'applied', 'active', 'suspended')`),
    check("sellers_payment_status", sql`${t.paymentStatus} in ('pending', 'paid', 'refunded', 'failed')`),
    check("sellers_activated", sql`(${t.activatedAt} is null) = (${t.activatedBy} is null)`),
    check("sellers_active", sql`${t.status} <> 'active' or ${t.activatedAt} is not null`),
    check("sellers_amounts", sql`${t.priceCents} > 0 and ${t.refundedCents} between 0 and ${t.priceCents}`),
    // The operator's queues.
    index("sellers_status").on(t.status, t.number),
    index("sellers_unvetted").on(t.number).where(sql`${t.status} = 'active' and ${t.vettedAt} is null`),
    index("sellers_vetted").on(t.number).where(sql`${t.status} = 'active' and ${t.vettedAt} is not null`),
    index("sellers_level_due").on(t.levelCheckedAt).where(sql`${t.status} = 'active'`),
    index("sellers_away").on(t.awayUntil).where(sql`${t.awayUntil} is not null`),
    index("sellers_reminder").on(t.reminderAt).where(sql`${t.reminderAt} is not null`),
  ],
);

/**
 * A seller's figures for each day (UTC, as days since 1970). Triggers on `orders` and `reviews` update it, so
 * that a level reads one row per day, regardless of the length of the history. A removed review no longer
 * counts.
 */
export const sellerDays = sqliteTable(
  "seller_days",
  {
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    day: integer().notNull(),
    completed: integer().notNull().default(0),
    onTime: integer("on_time").notNull().default(0),
    late: integer().notNull().default(0),
    /** Paid orders that the seller declined. From the third one in a month, each is also `late`. */
    declined: integer().notNull().default(0),
    ratings: integer().notNull().default(0),
    ratingSum: integer("rating_sum").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] })],
);

/** The sums of all days of a seller, updated by a trigger on `seller_days`. */
export const sellerTotals = sqliteTable("seller_totals", {
  userId: text("user_id")
    .primaryKey()
    .references(() => profiles.id),
  completed: integer().notNull(),
  ratings: integer().notNull(),
  ratingSum: integer("rating_sum").notNull(),
});

export const sellerEventKinds = sqliteTable("seller_event_kinds", { name: text().primaryKey() });

/**
 * What happened to a registration. Append-only: triggers refuse UPDATE and DELETE. `seq` counts per seller
 * without gaps, and is the claim of a change.
 */
export const sellerEvents = sqliteTable(
  "seller_events",
  {
    number: integer().primaryKey(),
    sellerId: text("seller_id")
      .notNull()
      .references(() => sellers.id),
    seq: integer().notNull(),
    kind: text()
      .notNull()
      .references(() => sellerEventKinds.name),
    /** Null: the product itself, for example a payment. */
    actorId: text("actor_id").references(() => profiles.id),
    at: integer().notNull(),
    /** An operator's reason. */
    note: text(),
    /** The amount of a refund or dispute, in cents. */
    cents: integer(),
  },
  (t) => [uniqueIndex("seller_events_seq").on(t.sellerId, t.seq)],
);
