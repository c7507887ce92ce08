import { type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { guards } from "#drizzle/schema.ts";

// Rules that must hold when a batch runs (docs/decisions/0023-make-conditions-fail-loudly.md).

/** Every rule. A name says what must hold. */
const names = [
  "account-deletable",
  "account-ready",
  "account-unchanged",
  "address-free",
  "address-open",
  "announcement-unchanged",
  "appeal-open",
  "call-unconfirmed",
  "catalogue-empty",
  "completed-uncounted",
  "credit-left",
  "digest-wanted",
  "draft-exists",
  "draft-limit",
  "draft-unchanged",
  "draft-unpublished",
  "earnings-cleared",
  "factor-limit",
  "factor-unchanged",
  "fee-unpaid",
  "figures-uncounted",
  "gig-listed",
  "gig-unchanged",
  "link-valid",
  "may-message",
  "may-report",
  "may-review",
  "no-open-checkout",
  "no-open-orders",
  "no-standing-order",
  "offer-acceptable",
  "offer-draft-unchanged",
  "offer-limit",
  "offer-possible",
  "offer-request-limit",
  "offer-unchanged",
  "operator",
  "order-unchanged",
  "other-operator",
  "owed-unchanged",
  "payment-awaited",
  "payouts-held",
  "payouts-unchanged",
  "payout-unchanged",
  "payouts-unheld",
  "picture-limit",
  "proposal-open",
  "recovery-code-unused",
  "reminder-due",
  "saved-gig-limit",
  "saved-news-due",
  "saved-reply-limit",
  "second-operator",
  "seller-active",
  "session",
  "sign-in-allowed",
  "slug-free",
  "subject-unchanged",
  "topic-empty",
  "unpaid-order-limit",
  "upload-usable",
  "username-change-limit",
  "username-free",
  "year-statements-unchanged",
] as const;

export type Rule = (typeof names)[number];

/**
 * A statement that fails its batch unless the rule holds. It writes nothing.
 * @param condition holds if it is 1 or true; anything else, including NULL, breaks the rule
 */
export function that(db: Pick<DrizzleD1Database, "insert">, name: Rule, condition: SQL) {
  return db.insert(guards).values({ name, holds: sql`(${condition})` });
}

/** The name of the rule that a batch broke; null for any other error. */
export function broken(error: unknown): Rule | null {
  if (!(error instanceof Error)) return null;
  // Matched at the start: Drizzle wraps D1's error in one whose message quotes what a person typed.
  const [, text] = /^D1_ERROR: ([a-z-]+): SQLITE_CONSTRAINT/.exec(error.message) ?? [];
  return names.find((name) => name === text) ?? broken(error.cause);
}
