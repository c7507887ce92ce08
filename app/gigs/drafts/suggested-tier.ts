import type { Typed } from "#app/gigs/drafts/typed.ts";
import { maxRows, rowsOf, withList } from "#app/gigs/drafts/typed.ts";
import {
  parsePrice,
  parseRevisions,
  parseWhole,
  priceText,
  unlimitedText,
} from "#app/gigs/drafts/typed-number.ts";
import { derivedTier, type Tier } from "#app/gigs/packages/derived-tier.ts";

type HigherTier = "pro" | "elite";

/**
 * The offer of a higher package, derived from Basic as typed (docs/specification.md#package-derivation).
 * @returns null while Basic's numbers can't be read
 */
export function suggestedTier(typed: Typed, key: HigherTier): Tier | null {
  const priceCents = parsePrice(typed["starter.price"] ?? "");
  const deliveryDays = parseWhole(typed["starter.days"] ?? "");
  const revisions = parseRevisions(typed["starter.revisions"] ?? "");
  if (priceCents === null || deliveryDays === null || revisions === null) return null;
  const features = rowsOf(typed, "starter.features").flatMap((row) => row[""]?.trim() || []);
  return derivedTier(key, { priceCents, deliveryDays, revisions, features });
}

/** The packages with a higher one filled in by the rules; null while Basic's numbers can't be read. */
export function filledTier(typed: Typed, key: HigherTier): Typed | null {
  const tier = suggestedTier(typed, key);
  if (!tier) return null;
  const filled = {
    ...typed,
    [`${key}.offered`]: "on",
    [`${key}.price`]: priceText(tier.priceCents),
    [`${key}.days`]: String(tier.deliveryDays),
    [`${key}.revisions`]: tier.revisions < 0 ? unlimitedText : String(Math.min(tier.revisions, 9)),
  };
  return withList(filled, `${key}.features`, tier.features.slice(0, maxRows));
}
