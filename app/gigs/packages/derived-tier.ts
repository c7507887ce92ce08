// Separate from package.ts, because the editor's script needs it and the gig's page does not.

const prioritySupport = "Priority Support";
/** The rules for derived packages (docs/specification.md#package-derivation). */
const rules = {
  starter: { factor: 1, step: 0, extras: [] },
  pro: { factor: 1.5, step: 1, extras: [prioritySupport] },
  elite: { factor: 2, step: 2, extras: [prioritySupport, "Premium Features", "24/7 Customer Service"] },
};

/** What a tier offers. `priceCents` in cents, `revisions` -1: unlimited. */
export type Tier = { priceCents: number; deliveryDays: number; revisions: number; features: string[] };

/** A tier derived from Basic by the rules (docs/specification.md#package-derivation). */
export function derivedTier(key: keyof typeof rules, basic: Tier): Tier {
  const { factor, step, extras } = rules[key];
  const { priceCents, deliveryDays, revisions, features } = basic;
  return {
    // Half a dollar is rounded up: $52.50 becomes $53.
    priceCents: step === 0 ? priceCents : Math.round((priceCents * factor) / 100) * 100,
    deliveryDays: step === 0 ? deliveryDays : Math.max(1, deliveryDays - step),
    revisions: revisions < 0 ? revisions : revisions + step,
    features: [...new Set([...features, ...extras])],
  };
}
