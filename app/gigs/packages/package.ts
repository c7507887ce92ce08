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

/** A number of revisions without a limit. */
export const unlimited = -1;

/** `Unlimited` for -1, otherwise the number (docs/specification.md#packages). */
export function revisionsText(revisions: number): string {
  return revisions === unlimited ? "Unlimited" : String(revisions);
}
