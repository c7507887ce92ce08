import { daysText } from "#app/gigs/gig.ts";
import { type Package, type PackageKey, packageNames } from "#app/gigs/packages/package.ts";
import { dollars } from "#app/lib/money.ts";
import type { GigExtras, OrderLine } from "#drizzle/schema.ts";

/** The minimum and maximum of the fields of an extra (docs/specification.md#extras). */
export const extraBounds = { title: [3, 60], priceCents: [500, 100_000], days: [0, 30] } as const;
export const maxExtras = 5;
/** How many times one order can contain its package. */
export const maxAtOnce = 10;
/** The most that an order can cost, in cents. */
export const maxOfOrder = 1_000_000;

/** The id of the sum in an order form, to which a page load that updates the sum returns. */
export const sumId = "sum";

/** The id of faster delivery among the extras of an order. */
export const fasterId = "faster";

/** What a buyer chooses: a package, how many times, and the ids of extras. */
export type Choice = { package: PackageKey; quantity: number; extras: readonly string[] };

/** What a form or an address that names none chooses: the package alone, once. */
export const packageAlone: Omit<Choice, "package"> = { quantity: 1, extras: [] };

/** What is chosen: price in cents, days, and lines; null: the package alone. */
export type Chosen = { lines: OrderLine[] | null; priceCents: number; deliveryDays: number };

/** Why a choice cannot be ordered, and the field of the order form where it is shown. */
export type ChoiceRefusal = { refusal: string; field: "extra" | "quantity" };

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
 * The sum of what is chosen (docs/specification.md#extras). The price of the package is multiplied by the
 * quantity; each extra is added once.
 * @returns a sentence if this cannot be ordered
 */
export function chosenOf(
  offered: Package,
  extras: GigExtras | null,
  choice: Omit<Choice, "package">,
): Chosen | ChoiceRefusal {
  const { quantity, extras: ids } = choice;
  const additions = additionsTo(offered, extras);
  const unknown = ids.find((id) => !additions.some((addition) => addition.id === id));
  if (unknown !== undefined) {
    const refusal =
      unknown === fasterId
        ? `${offered.name} has no faster delivery. Please choose again`
        : "One of the extras is no longer offered. Please choose again";
    return { refusal, field: "extra" };
  }
  const most = maxQuantityOf(extras);
  if (!isQuantity(quantity, most)) {
    const refusal = most === 1 ? "You can order only one of this service at a time" : `Choose 1 to ${most}`;
    return { refusal, field: "quantity" };
  }
  const chosen = sumOf(offered, extras, choice);
  return chosen.lines && chosen.priceCents > maxOfOrder
    ? {
        refusal: `An order can cost at most ${dollars(maxOfOrder)}`,
        field: quantity > 1 ? "quantity" : "extra",
      }
    : chosen;
}

/**
 * What a page shows of a choice: the sum of all that can be ordered of it. `refusal`: why the rest, or the
 * sum, cannot be ordered; null if it can.
 */
export function shownChoice(
  offered: Package,
  extras: GigExtras | null,
  choice: Omit<Choice, "package">,
): Chosen & { refusal: string | null } {
  const answer = chosenOf(offered, extras, choice);
  if (!("refusal" in answer)) return { ...answer, refusal: null };
  const quantity = isQuantity(choice.quantity, maxQuantityOf(extras)) ? choice.quantity : 1;
  return { ...sumOf(offered, extras, { ...choice, quantity }), refusal: answer.refusal };
}

/**
 * Whether some choice of extras and quantity comes to this price, in cents. Without scripts, the price that a
 * page shows is that of the choice with which it was loaded.
 */
export function isPriceOf(offered: Package, extras: GigExtras | null, priceCents: number): boolean {
  const sums = additionsTo(offered, extras).reduce(
    (before, addition) => before.flatMap((sum) => [sum, sum + addition.priceCents]),
    [0],
  );
  const quantities = Array.from({ length: maxQuantityOf(extras) }, (_, i) => i + 1);
  return quantities.some((quantity) => sums.includes(priceCents - quantity * offered.priceCents));
}

/** How the line of a package names it: `Basic: A portrait`, or `Basic` if it has no title of its own. */
export function packageLineTitle(key: PackageKey, title: string): string {
  const name = packageNames[key];
  return title === name ? name : `${name}: ${title}`;
}

function maxQuantityOf(extras: GigExtras | null): number {
  return extras?.several ? maxAtOnce : 1;
}

function isQuantity(quantity: number, most: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= most;
}

/** Adds up the package and those of the extras that can be added to it. */
function sumOf(
  offered: Package,
  extras: GigExtras | null,
  { quantity, extras: ids }: Omit<Choice, "package">,
): Chosen {
  const added = additionsTo(offered, extras).filter(({ id }) => ids.includes(id));
  const packageLine = {
    id: "package",
    title: packageLineTitle(offered.key, offered.title),
    priceCents: offered.priceCents,
    quantity,
  };
  const lines = [
    packageLine,
    ...added.map(({ id, title, priceCents }) => ({ id, title, priceCents, quantity: 1 })),
  ];
  const priceCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  const isPlain = lines.length === 1 && quantity === 1;
  const days = added.reduce((sum, addition) => sum + addition.days, offered.deliveryDays);
  return { lines: isPlain ? null : lines, priceCents, deliveryDays: days };
}

/** The fields of a choice in a form or an address. */
type Sent = Pick<URLSearchParams, "get" | "getAll"> | FormData;

/**
 * The choice in a form or an address. Ids that no gig has are left out, so that an address that is built from
 * it stays short. A quantity that cannot be ordered is kept, so that the page can say so.
 */
export function choiceIn(sent: Sent): Omit<Choice, "package"> {
  const ids = sent
    .getAll("extra")
    .filter((id) => typeof id === "string" && /^[\p{L}\p{N}_-]{1,64}$/u.test(id));
  return {
    quantity: quantityIn(String(sent.get("quantity") ?? "")),
    extras: [...new Set(ids.map(String))].slice(0, maxExtras + 1),
  };
}

/** The quantity in a text; empty: 1. Anything that is not a whole number is 0, which cannot be ordered. */
export function quantityIn(text: string): number {
  const digits = text.trim();
  if (digits === "") return 1;
  return /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
}

/** The choice that an order's lines describe; null: the package alone. */
export function choiceOfLines(lines: OrderLine[] | null): Omit<Choice, "package"> {
  if (!lines) return packageAlone;
  const [offered, ...extras] = lines;
  return { quantity: offered?.quantity ?? 1, extras: extras.map(({ id }) => id) };
}
