import { readFileSync } from "node:fs";
import { join } from "node:path";
import { galleries } from "./gallery.ts";
import { categories, gigs as handWritten, idOf, type SourceGig } from "./source.ts";

/**
 * The vocabulary of the generated market (`npm run seed -- --gigs 100000`). The market is the same every
 * time, its titles are unique, and each seller stays in one subcategory. The pictures are those of the
 * hand-written gigs.
 */
type Words = {
  things: Record<string, string[]>;
  audiences: string[];
  twists: string[];
  /** May contain `{thing}` and `{audience}`. */
  subjects: string[];
  openings: string[];
  middles: string[];
  ends: string[];
  features: string[];
  given: string[];
  family: string[];
};
const words: Words = JSON.parse(readFileSync(join(import.meta.dirname, "data/market-words.json"), "utf8"));

/**
 * The number of gigs and the level of each seller of a group. Rising Talent has at most 5 gigs
 * (docs/specification.md#gig-limit).
 */
const group = [
  { gigs: 20, level: "Top Rated" },
  { gigs: 15, level: "Level 2" },
  { gigs: 12, level: "Level 1" },
  { gigs: 5, level: "Rising Talent" },
  { gigs: 5, level: "Rising Talent" },
  { gigs: 3, level: "Rising Talent" },
];
const groupSize = group.reduce((sum, { gigs }) => sum + gigs, 0);

const subcategories = categories.flatMap((category) =>
  category.subcategories.map(({ slug }) => ({ slug, category: category.slug })),
);
const prices = [
  5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 120, 150, 180, 220, 300, 450, 600,
];
/** The largest number of gigs with unique titles. */
export const maxGigs =
  subcategories.length * Math.min(...subcategories.map(({ slug }) => titlesOf(slug))) -
  subcategories.length * groupSize;

function titlesOf(subcategory: string): number {
  return (words.things[subcategory]?.length ?? 0) * words.audiences.length * words.twists.length;
}

/** The number of sellers for this number of gigs. */
export function sellersOf(count: number): number {
  return Math.ceil(count / groupSize) * group.length;
}

/** The values of a seller: id, email address, username, full name and level. */
export function marketSeller(i: number): unknown[] {
  const given = pick(words.given, i);
  const family = pick(words.family, Math.floor(i / words.given.length));
  return [
    sellerId(i),
    `market-${i}@mail.example`,
    `${given}.${family}-${i}`.toLowerCase(),
    `${given} ${family}`,
    group[i % group.length]?.level,
  ];
}

/**
 * The values of a gig, in the order of the INSERT in market.ts.
 * @param i its index in the order of `created_at`
 */
export function marketGig(i: number, count: number): unknown[] {
  // A stride over the positions, so that consecutive gigs belong to different sellers.
  const position = (i * strideOver(count)) % count;
  const groupNumber = Math.floor(position / groupSize);
  const inGroup = position % groupSize;
  const sub = subcategories[groupNumber % subcategories.length];
  if (!sub) throw new Error("No subcategory");
  const k = Math.floor(groupNumber / subcategories.length) * groupSize + inGroup;
  const things = words.things[sub.slug] ?? [];
  const combination = (k * 7919 + 13) % titlesOf(sub.slug);
  const thing = pick(things, combination);
  const audience = pick(words.audiences, Math.floor(combination / things.length));
  const twist = pick(words.twists, Math.floor(combination / things.length / words.audiences.length));
  const title = `${thing} for ${audience}${twist.startsWith("and ") ? " " : ", "}${twist}`;
  const id = idOf(`market:${i}`);
  const dice = Number.parseInt(id.slice(0, 8), 16);
  return [
    id,
    `${slugOf(title)}-${id.slice(0, 8)}`,
    title,
    [
      pick(words.openings, dice),
      pick(words.subjects, dice >>> 15)
        .replace("{thing}", thing)
        .replace("{audience}", audience),
      pick(words.middles, dice >>> 4),
      pick(words.ends, dice >>> 8),
    ].join(" "),
    pick(prices, dice >>> 12) * 100,
    1 + ((dice >>> 3) % 14),
    dice % 9 === 0 ? -1 : dice % 4,
    [0, 5, 7].map((step) => pick(words.features, dice + step)),
    pictureOf(sub.slug, dice),
    sellerId(groupNumber * group.length + sellerInGroup(inGroup)),
    idOf(`category:${sub.category}`),
    idOf(`subcategory:${sub.slug}`),
    [thing.toLowerCase(), sub.slug.replaceAll("-", " ")],
  ];
}

function sellerInGroup(position: number): number {
  let before = 0;
  return group.findIndex(({ gigs }) => {
    before += gigs;
    return position < before;
  });
}

function sellerId(i: number): string {
  return idOf(`market-seller:${i}`);
}

const strides = new Map<number, number>();

/** A number near the golden section of `count` and coprime to it, so that every position is used once. */
function strideOver(count: number): number {
  const known = strides.get(count);
  if (known) return known;
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (divisor(stride, count) !== 1) stride += 1;
  strides.set(count, stride);
  return stride;
}

const pictures = Map.groupBy(handWritten, ({ subcategory }: SourceGig) => subcategory);

function pictureOf(subcategory: string, dice: number): string | null {
  const drawn = pictures.get(subcategory)?.flatMap(({ ref }) => galleries.get(ref)?.main.key ?? []);
  return drawn?.length ? `/images/${pick(drawn, dice >>> 6)}` : null;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function pick<T>(list: T[], i: number): T {
  const found = list[i % list.length];
  if (found === undefined) throw new Error("Nothing to pick from");
  return found;
}
