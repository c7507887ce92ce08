import { day } from "#app/lib/dates.ts";

// News about saved gigs (docs/specification.md#saved-news).

/** How often a user's saved gigs are checked, in ms: at most one email in this time. */
export const newsPause = 7 * day;

/** How many gigs the email names. */
export const maxNamed = 10;

/** The lowest price of a gig, in cents, and whether it can be ordered. */
type Seen = { priceCents: number; available: boolean };

/**
 * What a look found. `wasCents`: the price before it fell; null: it did not. `isBack`: it can be ordered
 * again.
 */
export type Look = Seen & { wasCents: number | null; isBack: boolean };

/**
 * Compares a saved gig with what the last look found. Only a gig that can be ordered is news. For any other,
 * the last seen price stays, so that a lower one is news once the gig is back.
 * @param before the last look; at first, the price when it was saved
 */
export function lookAt(before: Seen, now: Seen): Look {
  if (!now.available)
    return { priceCents: before.priceCents, available: false, wasCents: null, isBack: false };
  const { priceCents } = now;
  const wasCents = priceCents < before.priceCents ? before.priceCents : null;
  return { priceCents, available: true, wasCents, isBack: !before.available };
}

/** True if the look found something to report. */
export function isNews({ wasCents, isBack }: Look): boolean {
  return wasCents !== null || isBack;
}

/** A gig of the email. `wasCents`: as in `Look`. Cents. */
export type NewsItem = { title: string; slug: string; priceCents: number; wasCents: number | null };
