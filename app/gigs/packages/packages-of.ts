import { derivedTier } from "#app/gigs/packages/derived-tier.ts";
import {
  type Package,
  type PackageKey,
  type PackageSource,
  type Packages,
  packageKeys,
  packageNames,
  unlimited,
} from "#app/gigs/packages/package.ts";

/**
 * The packages that can be ordered (docs/specification.md#packages). A seller may have written one, two or
 * three. A written tier needs a price; other missing fields come from the gig. If no tier is valid, all three
 * are derived. Written and derived prices are never mixed, because the seller has not agreed to such an
 * offer.
 */
export function packagesOf(gig: PackageSource): Packages {
  const written = asRecord(parseDetails(gig.packageDetails));
  const [first, ...rest] = packageKeys.flatMap((key) => {
    const tier = readTier(key, written?.[key], gig);
    return tier ? [tier] : [];
  });
  return first ? [first, ...rest] : derivePackages(gig);
}

/** The package with this key; null if the gig does not offer it. */
export function packageOf(gig: PackageSource, key: string): Package | null {
  return packagesOf(gig).find((p) => p.key === key) ?? null;
}

function derivePackages(gig: PackageSource): Packages {
  const tier = (key: PackageKey): Package => ({
    key,
    name: packageNames[key],
    title: packageNames[key],
    description: "",
    ...derivedTier(key, gig),
  });
  return [tier("starter"), tier("pro"), tier("elite")];
}

/** The details may be encoded as JSON more than once. Null if they cannot be parsed. */
function parseDetails(text: string | null): unknown {
  let value: unknown = text;
  for (let i = 0; i < 3 && typeof value === "string"; i++) {
    try {
      value = JSON.parse(value);
    } catch {
      return null;
    }
  }
  return value;
}

function readTier(key: PackageKey, value: unknown, gig: PackageSource): Package | null {
  const tier = asRecord(value);
  const price = tier?.price;
  if (!tier || typeof price !== "number" || !(price > 0 && price < 1e6)) return null;
  return {
    key,
    name: packageNames[key],
    title: nonBlank(tier.title) ?? packageNames[key],
    description: nonBlank(tier.description) ?? "",
    priceCents: Math.round(price * 100),
    deliveryDays: wholeNumber(tier.delivery_time, 1) ?? gig.deliveryDays,
    revisions: wholeNumber(tier.revisions, unlimited) ?? gig.revisions,
    features: Array.isArray(tier.features)
      ? [...new Set(tier.features.filter((f) => typeof f === "string"))]
      : gig.features,
  };
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : null;
}

function nonBlank(value: unknown): string | null {
  return typeof value === "string" && value.trim() ? value.trim() : null;
}

function wholeNumber(value: unknown, minimum: number): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= minimum ? value : null;
}
