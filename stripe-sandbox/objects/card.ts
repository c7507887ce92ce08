/** What happens to a payment with a card. */
type Verdict = "pays" | "declined" | "authenticate" | "disputed";

/**
 * The course of a refund: `done` succeeds immediately, `later` is pending first, `fails` succeeds and fails
 * later.
 */
export type RefundCourse = "done" | "later" | "fails";

interface TestCard {
  verdict: Verdict;
  /** `done` if absent. */
  refund?: RefundCourse;
  /** The same card for all buyers. If absent, each buyer has their own card with this number. */
  isShared?: true;
  label: string;
}

/** Stripe's test cards, by number, with Stripe's behaviour. */
export const testCards: Record<string, TestCard> = {
  "4242424242424242": { verdict: "pays", label: "pays" },
  "4000000000000002": { verdict: "declined", label: "declined" },
  "4000002500003155": { verdict: "authenticate", label: "asks for authentication" },
  "4000000000000259": { verdict: "disputed", label: "pays, then disputed" },
  "4000000000007726": { verdict: "pays", refund: "later", label: "pays; a refund is pending first" },
  "4000000000005126": { verdict: "pays", refund: "fails", label: "pays; a refund fails later" },
  "4000056655665556": { verdict: "pays", isShared: true, label: "pays; the same card for all buyers" },
};

/** A card that a user entered: digits only, expiry as numbers. */
export interface Card {
  number: string;
  verdict: Verdict;
  expMonth: number;
  expYear: number;
}

/**
 * Stripe's name for a card: 16 letters and digits, the same for every buyer. All buyers here use the same few
 * test numbers. A number is therefore treated as a separate card for each buyer, unless it is shared.
 * @param buyer the buyer's email address
 */
export function fingerprintOf({ number }: Pick<Card, "number">, buyer: string): string {
  return nameOf(testCards[number]?.isShared ? number : `${number} ${buyer.toLowerCase()}`);
}

/** 16 letters and digits that depend on a text only. */
export function nameOf(text: string): string {
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = 0n;
  for (const letter of text)
    rest = ((rest + BigInt(letter.codePointAt(0) ?? 0)) * 0x9e3779b97f4a7c15f39cc0605cedc835n) % 62n ** 16n;
  let fingerprint = "";
  while (fingerprint.length < 16) {
    fingerprint += letters[Number(rest % 62n)];
    rest /= 62n;
  }
  return fingerprint;
}

/** Formats a card number in groups of four digits. */
export function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** The expiry year that the page suggests, some years after `now` (unix seconds). */
export function exampleYear(now: number): number {
  return new Date(now * 1000).getUTCFullYear() + 4;
}

/** The test card with this number, ignoring spaces; null if it is not a test card. */
export function cardOf(typed: string, expiry: { month: number; year: number }): Card | null {
  const number = typed.replace(/\s/g, "");
  const known = Object.hasOwn(testCards, number) ? testCards[number] : undefined;
  return known ? { number, verdict: known.verdict, expMonth: expiry.month, expYear: expiry.year } : null;
}

/** The course of a refund to the card that ends in these four digits. */
export function refundCourseOf(last4: string): RefundCourse {
  const found = Object.entries(testCards).find(([number]) => number.endsWith(last4));
  return found?.[1].refund ?? "done";
}

/**
 * Parses `12 / 30`, `12/2030` or `1230`; null if it is not a date or the month has ended. `now` is in unix
 * seconds.
 */
export function expiryOf(typed: string, now: number): { month: number; year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(typed);
  if (!match) return null;
  const month = Number(match[1]);
  const year = Number(match[2]) + (match[2]?.length === 2 ? 2000 : 0);
  if (month < 1 || month > 12 || Date.UTC(year, month, 1) <= now * 1000) return null;
  return { month, year };
}
