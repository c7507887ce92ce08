/** The three tiers of packages and their displayed names (docs/specification.md#packages). */
export const packageNames = { starter: "Basic", pro: "Standard", elite: "Premium" } as const;
export type PackageKey = keyof typeof packageNames;
export const packageKeys = ["starter", "pro", "elite"] as const satisfies PackageKey[];

export type Package = {
  key: PackageKey;
  name: (typeof packageNames)[PackageKey];
  title: string;
  description: string;
  priceCents: number;
  deliveryDays: number;
  /** -1 means unlimited. */
  revisions: number;
  features: string[];
};
/** One to three packages, from the lowest tier to the highest. */
export type Packages = [Package, ...Package[]];

/**
 * The fields of a gig that its packages come from. `packageDetails`: JSON, or JSON in a JSON text; null if
 * the seller wrote none.
 */
export type PackageSource = {
  priceCents: number;
  deliveryDays: number;
  revisions: number;
  features: string[];
  packageDetails: string | null;
};

/** The rules for derived packages (docs/specification.md#package-derivation). */
export const unlimited = -1;
export const standardFactor = 1.5;
export const premiumFactor = 2;
const prioritySupport = "Priority Support";
const premiumExtras = [prioritySupport, "Premium Features", "24/7 Customer Service"];

/**
 * The packages that can be ordered (docs/specification.md#packages). A seller may have written one, two or
 * three. A written tier needs a price; other missing fields come from the gig. Only if no tier is valid, all
 * three are derived: written and derived prices are never mixed, because the seller has not agreed to such an
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
  const tier = (key: PackageKey, factor: number, step: number, extras: string[]): Package => ({
    key,
    name: packageNames[key],
    title: packageNames[key],
    description: "",
    priceCents: step === 0 ? gig.priceCents : wholeDollars(gig.priceCents * factor),
    deliveryDays: step === 0 ? gig.deliveryDays : Math.max(1, gig.deliveryDays - step),
    revisions: gig.revisions === unlimited ? unlimited : gig.revisions + step,
    features: [...new Set([...gig.features, ...extras])],
  });
  return [
    tier("starter", 1, 0, []),
    tier("pro", standardFactor, 1, [prioritySupport]),
    tier("elite", premiumFactor, 2, premiumExtras),
  ];
}

/** Rounds half up to whole dollars: $52.50 becomes $53 (docs/specification.md#package-derivation). */
function wholeDollars(cents: number): number {
  return Math.round(cents / 100) * 100;
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

/** `Unlimited` for -1, otherwise the number (docs/specification.md#packages). */
export function revisionsText(revisions: number): string {
  return revisions === unlimited ? "Unlimited" : String(revisions);
}
