import { type Note, oneLine, readText } from "#app/gigs/drafts/read-text.ts";
import { rowsOf, type Typed } from "#app/gigs/drafts/typed.ts";
import { parsePrice, parseWhole } from "#app/gigs/drafts/typed-number.ts";
import { daysText } from "#app/gigs/gig.ts";
import { extraBounds, fasterId, maxExtras } from "#app/gigs/packages/extras.ts";
import { type PackageKey, packageNames } from "#app/gigs/packages/package.ts";
import { dollars } from "#app/lib/money.ts";
import { slugify } from "#app/lib/slug.ts";
import type { GigExtras } from "#drizzle/schema.ts";

type Faster = GigExtras["faster"][PackageKey];

const prices = extraBounds.priceCents.map(dollars).join(" to ");

/**
 * Reads what can be added to the packages (docs/specification.md#extras), and notes each wrong field.
 * @param tiers the packages that are offered, with what `readFaster` has read
 * @returns only what can be read; null if nothing is offered
 */
export function readExtras(
  typed: Typed,
  tiers: readonly { key: PackageKey; faster: Faster }[],
  note: Note,
): GigExtras | null {
  const faster = Object.fromEntries(tiers.flatMap((tier) => (tier.faster ? [[tier.key, tier.faster]] : [])));
  const list = readList(typed, note);
  const several = Boolean(typed.several);
  const isNothing = list.length === 0 && Object.keys(faster).length === 0 && !several;
  return isNothing ? null : { list, faster, several };
}

/**
 * Reads the faster delivery of a package, which must leave at least 1 day.
 * @param deliveryDays of the package; null if they can't be read
 */
export function readFaster(typed: Typed, key: PackageKey, deliveryDays: number | null, note: Note): Faster {
  const name = packageNames[key];
  const at = `${key}.faster`;
  const [daysTyped = "", priceTyped = ""] = [typed[`${at}.days`]?.trim(), typed[`${at}.price`]?.trim()];
  if (!daysTyped && !priceTyped) return undefined;
  const days = parseWhole(daysTyped);
  const isSooner = days !== null && days >= 1;
  const isLeft = deliveryDays === null || (isSooner && days < deliveryDays);
  if (!daysTyped) note(`${at}.days`, `${name}: say how many days sooner faster delivery is`);
  else if (!isSooner) note(`${at}.days`, `${name}: faster delivery must be at least 1 day sooner`);
  else if (!isLeft)
    note(
      `${at}.days`,
      deliveryDays === 1
        ? `${name} takes 1 day, so it can't be delivered faster`
        : `${name} takes ${daysText(deliveryDays)}, so faster delivery can be at most ${daysText(deliveryDays - 1)} sooner`,
    );
  const priceCents = readPrice(
    priceTyped,
    `${at}.price`,
    `${name}: faster delivery must cost ${prices}`,
    note,
  );
  return isSooner && isLeft && priceCents !== null ? { days, priceCents } : undefined;
}

function readPrice(typed: string, field: string, sentence: string, note: Note): number | null {
  const [least, most] = extraBounds.priceCents;
  const cents = parsePrice(typed);
  if (cents !== null && cents >= least && cents <= most) return cents;
  note(field, sentence);
  return null;
}

/** The extras, without the empty rows. */
function readList(typed: Typed, note: Note): GigExtras["list"] {
  const rows = rowsOf(typed, "extras").map((row, i) => ({
    at: `extras[${i}]`,
    name: `Extra ${i + 1}`,
    title: oneLine(row[".title"]),
    price: (row[".price"] ?? "").trim(),
    days: (row[".days"] ?? "").trim(),
  }));
  const filled = rows.filter(({ title, price, days }) => title || price || days);
  const ids = idsOf(filled.map(({ title }) => title));
  const [minDays, maxDays] = extraBounds.days;
  return filled.flatMap(({ at, name, title, price, days: daysTyped }, i) => {
    if (i >= maxExtras) note(`${at}.title`, `You can have at most ${maxExtras} extras`);
    readText(title, `${at}.title`, `${name}: the title`, extraBounds.title, note);
    const isTwice = title !== "" && filled.slice(0, i).some((other) => isSameName(other.title, title));
    if (isTwice) note(`${at}.title`, `${name}: another extra has the same title`);
    const priceCents = readPrice(price, `${at}.price`, `${name}: the price must be ${prices}`, note);
    const days = parseWhole(daysTyped);
    const isIn = days !== null && days >= minDays && days <= maxDays;
    if (!isIn) note(`${at}.days`, `${name}: it must add ${minDays} to ${maxDays} days`);
    const id = ids[i];
    return id && title && !isTwice && priceCents !== null && isIn ? [{ id, title, priceCents, days }] : [];
  });
}

const nameOf = (title: string) => slugify(title) || title;
const isSameName = (one: string, other: string) => nameOf(one) === nameOf(other);

/** The ids of other lines of an order. */
const taken = [fasterId, "package"];

/** The ids of extras: the slugs of their titles; `extra-2` if the title has none, or if its slug is taken. */
function idsOf(titles: string[]): string[] {
  const slugs = titles.map(slugify).map((slug) => (taken.includes(slug) ? "" : slug));
  const used = new Set(slugs);
  return slugs.map((slug, i) => {
    if (slug) return slug;
    let number = i + 1;
    while (used.has(`extra-${number}`)) number++;
    used.add(`extra-${number}`);
    return `extra-${number}`;
  });
}
