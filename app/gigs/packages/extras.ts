import { daysText } from "#app/gigs/gig.ts";
import type { Package, PackageKey } from "#app/gigs/packages/package.ts";
import { dollars } from "#app/lib/money.ts";
import type { GigExtras, OrderLine } from "#drizzle/schema.ts";

/** The bounds of what a seller offers beside the packages (docs/specification.md#extras): from and to. */
export const extraBounds = { title: [3, 60], priceCents: [500, 100_000], days: [0, 30] } as const;
export const mostExtras = 5;
/** How often a package can be ordered at once. */
export const mostAtOnce = 10;
/** The most that an order can cost, in cents. */
export const mostOfOrder = 1_000_000;

/** The id of faster delivery among the extras of an order. */
export const fasterId = "faster";

/** What a buyer chooses: a package, how often, and the ids of extras. */
export type Choice = { package: PackageKey; quantity: number; extras: readonly string[] };

/** What is chosen, with its whole price in cents and the days that it takes. `lines`: null for the package alone. */
export type Chosen = { lines: OrderLine[] | null; priceCents: number; deliveryDays: number };

/** One thing that can be added to a package. `days`: how many it adds; negative: how many it saves. */
export type Addition = { id: string; title: string; priceCents: number; days: number };

/** What can be added to a package: faster delivery first, then the extras in the seller's order. */
export function additionsTo({ key, deliveryDays }: Package, extras: GigExtras | null): Addition[] {
  const faster = extras?.faster[key];
  const isFaster = faster !== undefined && faster.days < deliveryDays;
  return [
    ...(isFaster
      ? [
          {
            id: fasterId,
            title: `Faster delivery: ${daysText(deliveryDays - faster.days)}`,
            priceCents: faster.priceCents,
            days: -faster.days,
          },
        ]
      : []),
    ...(extras?.list ?? []),
  ];
}

/**
 * The sum of what is chosen (docs/specification.md#extras). The package is paid as often as it is ordered,
 * each extra once.
 * @returns a sentence if this cannot be ordered
 */
export function chosenOf(
  offered: Package,
  extras: GigExtras | null,
  { quantity, extras: ids }: Omit<Choice, "package">,
): Chosen | { refusal: string } {
  const additions = additionsTo(offered, extras);
  const added = additions.filter(({ id }) => ids.includes(id));
  if (added.length < new Set(ids).size)
    return { refusal: "One of the extras is no longer offered. Please choose again" };
  const most = extras?.several ? mostAtOnce : 1;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > most)
    return { refusal: most === 1 ? "This service is ordered one at a time" : `Choose 1 to ${most}` };
  const packageLine = {
    id: "package",
    title: `${offered.name}${offered.title === offered.name ? "" : `: ${offered.title}`}`,
    priceCents: offered.priceCents,
    quantity,
  };
  const lines = [
    packageLine,
    ...added.map(({ id, title, priceCents }) => ({ id, title, priceCents, quantity: 1 })),
  ];
  const priceCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  const isPlain = lines.length === 1 && quantity === 1;
  if (!isPlain && priceCents > mostOfOrder)
    return { refusal: `An order can cost at most ${dollars(mostOfOrder)}` };
  const days = added.reduce((sum, addition) => sum + addition.days, offered.deliveryDays);
  return { lines: isPlain ? null : lines, priceCents, deliveryDays: days };
}
