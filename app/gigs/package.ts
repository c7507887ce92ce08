/** The tiers of docs/specification.md#packages, and the names they are shown under. */
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
  /** -1: unlimited. */
  revisions: number;
  features: string[];
};
/** One to three packages, the cheapest tier first. */
export type Packages = [Package, ...Package[]];

/** What packages are made of. `packageDetails`: JSON or text of JSON; null: derived. */
export type Packaged = {
  priceCents: number;
  deliveryDays: number;
  revisions: number;
  features: string[];
  packageDetails: string | null;
};

/** docs/specification.md#package-derivation. */
export const unlimited = -1;
export const standardFactor = 1.5;
export const premiumFactor = 2;
const prioritySupport = "Priority Support";
const premiumExtras = [prioritySupport, "Premium Features", "24/7 Customer Service"];

/**
 * What can be ordered (docs/specification.md#packages). The seller's own packages where they can be read; a seller may
 * have written one, two or three. A tier counts when it has a price; what else it lacks comes from the gig. Only when no
 * tier counts, all three are derived: mixing written and derived prices would offer what nobody has agreed to.
 */
export function packagesOf(gig: Packaged): Packages {
  const written = record(parsed(gig.packageDetails));
  const [first, ...rest] = packageKeys.flatMap((key) => {
    const tier = readTier(key, written?.[key], gig);
    return tier ? [tier] : [];
  });
  return first ? [first, ...rest] : derived(gig);
}

/** The package of that key; null when the gig does not offer it. */
export function packageOf(gig: Packaged, key: string): Package | null {
  return packagesOf(gig).find((p) => p.key === key) ?? null;
}

function derived(gig: Packaged): Packages {
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

/** Half up ($52.50 → $53), as docs/specification.md#package-derivation says. */
function wholeDollars(cents: number): number {
  return Math.round(cents / 100) * 100;
}

/** A package text may have been encoded more than once. */
function parsed(text: string | null): unknown {
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

function readTier(key: PackageKey, value: unknown, gig: Packaged): Package | null {
  const tier = record(value);
  const price = tier?.price;
  if (!tier || typeof price !== "number" || !(price > 0 && price < 1e6)) return null;
  return {
    key,
    name: packageNames[key],
    title: words(tier.title) ?? packageNames[key],
    description: words(tier.description) ?? "",
    priceCents: Math.round(price * 100),
    deliveryDays: whole(tier.delivery_time, 1) ?? gig.deliveryDays,
    revisions: whole(tier.revisions, unlimited) ?? gig.revisions,
    features: Array.isArray(tier.features)
      ? [...new Set(tier.features.filter((f) => typeof f === "string"))]
      : gig.features,
  };
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : null;
}

function words(value: unknown): string | null {
  return typeof value === "string" && value.trim() ? value.trim() : null;
}

function whole(value: unknown, least: number): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= least ? value : null;
}

/** `Unlimited` for -1, else the number (docs/specification.md#packages). */
export function revisionsText(revisions: number): string {
  return revisions === unlimited ? "Unlimited" : String(revisions);
}
