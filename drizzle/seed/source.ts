import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type SQLWrapper, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/context.ts";
import type { OfferState } from "#app/conversations/thread/thread-view.ts";
import type { GigFaq, GigQuestion } from "#drizzle/schema/gigs.ts";
import type { SpokenLanguage } from "../schema/sellers.ts";
import { idOf } from "./ids.ts";

export { idOf };

// The types describe the files of data/, as far as they are used. Money is in whole dollars, times are ISO
// 8601 in UTC.

export type SourceCategory = {
  name: string;
  slug: string;
  icon: string;
  meta_title: string;
  meta_description: string;
  description: string;
};
export type SourceSeller = {
  username: string;
  full_name: string;
  country: string;
  time_zone: string;
  languages: { language: string; level: SpokenLanguage["level"] }[];
  skills: string[];
  description: string;
  experience: string;
  created_at: string;
};
export type SourceBuyer = {
  username: string;
  full_name: string;
  email_prefix: string;
  title: string;
  time_zone: string;
  created_at: string;
};
export type SourceGig = {
  ref: string;
  seller: string;
  category: string;
  subcategory: string;
  title: string;
  slug: string;
  description: string;
  price: number;
  delivery_time: number;
  revisions: number;
  features: string[];
  packages: object | null;
  extras?: SourceExtras;
  faqs: GigFaq[];
  requirements: GigQuestion[];
  tags: string[];
  cover_seed: number;
  created_at: string;
};

/** What can be added to a gig's packages. `days`: that an extra adds, and that faster delivery saves. */
export type SourceExtras = {
  list: { title: string; price: number; days: number }[];
  faster: Partial<Record<"starter" | "pro" | "elite", { days: number; price: number }>>;
  several: boolean;
};

/** The texts of a category or subcategory. Only categories have `testimonials`. */
export type SourceSeo = {
  faqs: { question: string; answer: string; display_order: number }[];
  features: { title: string; description: string; display_order: number }[];
  testimonials?: { rating: number; review: string; name: string; title: string; service: string }[];
};

/** A review and the completed order that it belongs to. */
export type SourceReview = {
  ref: string;
  gig: string;
  buyer: string;
  package: "starter" | "pro" | "elite";
  rating: number;
  /** May be empty. */
  comment: string;
  created_at: string;
  order_created_at: string;
  order_completed_at: string;
};

/**
 * An order. Times are relative to the seeding. `status`, `payment_status` and `stage` are those after its
 * timeline.
 */
export type SourceOrder = {
  ref: string;
  gig: string;
  buyer: string;
  seller: string;
  package: "starter" | "pro" | "elite";
  /** The `ref` of the offer that it accepts, in place of the package. */
  offer?: string;
  price: number;
  status: string;
  payment_status: string;
  stage: string;
  created_at: string;
  requirements: { question: string; answer: string | null }[];
  timeline: SourceStep[];
  seller_note?: string;
  /** The files themselves are not seeded. */
  delivery?: { note: string; files: string[] };
  revision_request?: string;
  cancel_reason?: string;
  /** What the seller offers to add while the order is under way. `price` is in dollars. */
  extra?: { title: string; price: number; days: number };
  dispute?: { reason: string; seller_statement: string };
  review?: { rating: number; comment: string };
};
/** `by` is a username, `system` or `operator`. */
export type SourceStep = { at: string; event: string; by: string };
export type SourceConversation = { ref: string; participants: string[]; messages: SourceMessage[] };
/** `mentions`: the `ref` of an offer that the message is about. */
export type SourceMessage = {
  at: string;
  sender: string;
  content: string;
  is_read: boolean;
  request?: SourceRequest;
  offer?: SourceOffer;
  mentions?: string;
};

/** What a message asks for. `wanted_by` is relative to the seeding. */
export type SourceRequest = {
  ref: string;
  gig: string;
  state: "open" | "offered";
  budget?: number;
  wanted_by?: string;
};
/**
 * What a message offers. `valid` is in days. `replaces`: the `ref` of the offer of which it is Version 2.
 * `closed_at`: when it was declined or withdrawn.
 */
export type SourceOffer = {
  ref: string;
  gig: string;
  price: number;
  days: number;
  revisions: number;
  features: string[];
  questions?: GigQuestion[];
  valid: number;
  state: OfferState;
  replaces?: string;
  reason?: string;
  closed_at?: string;
};

/** A ticket of a user, or of a visitor with a name and an address. `gig`: the gig whose order it is about. */
export type SourceTicket = {
  ref: string;
  user?: string;
  name?: string;
  email?: string;
  topic: string;
  gig?: string;
  entries: SourceTicketEntry[];
};
export type SourceTicketEntry = {
  at: string;
  kind: "question" | "checked" | "answer" | "closed";
  text: string;
};

export const orders = read<SourceOrder[]>("orders");
export const conversations = read<SourceConversation[]>("conversations");
export const tickets = read<SourceTicket[]>("tickets");
export const reviews = read<SourceReview[]>("reviews");
/** By slug. */
export const seo = read<Record<"categories" | "subcategories", Record<string, SourceSeo>>>("seo");
export const categories = read<(SourceCategory & { subcategories: SourceCategory[] })[]>("categories");
export const sellers = read<SourceSeller[]>("sellers");
export const buyers = read<SourceBuyer[]>("buyers");
/** Oldest first, because rows are numbered in this order (docs/architecture.md#scale). */
export const gigs = read<SourceGig[]>("gigs").sort(
  (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
);

/** The storage key of a seeded picture. It is short, because pages contain it for each of their pictures. */
export function pictureKey(ref: string): string {
  return createHash("sha1").update(`handiwork/${ref}`).digest("hex").slice(0, 16);
}

/** The id of a seeded gig, by its `ref`. */
export function gigId(ref: string): string {
  return idOf(`gig:${ref}`);
}

/** In bytes. D1 refuses statements of more than 100,000 bytes. */
const maxBytes = 90_000;

/**
 * Runs statements in order, joined into a few long SQL texts with inlined values. Each call to the database
 * goes through a proxy, which takes longer than a hundred statements.
 */
export async function inBulk(db: Db, statements: SQLWrapper[]): Promise<void> {
  const dialect = new SQLiteAsyncDialect();
  let text = "";
  for (const statement of statements) {
    const one = dialect.sqlToQuery(statement.getSQL().inlineParams()).sql;
    if (Buffer.byteLength(text) + Buffer.byteLength(one) > maxBytes) {
      await db.run(sql.raw(text));
      text = "";
    }
    text += `${one};\n`;
  }
  if (text) await db.run(sql.raw(text));
}

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(import.meta.dirname, "data", `${name}.json`), "utf8"));
}
