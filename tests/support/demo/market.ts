import { createHash } from "node:crypto";
import type { Db } from "#app/context.ts";
import { levels } from "#app/sellers/level.ts";
import * as schema from "#drizzle/schema.ts";
import categoryData from "#drizzle/seed/data/categories.json";
import gigData from "#drizzle/seed/data/gigs.json";
import sellerData from "#drizzle/seed/data/sellers.json";
import seoData from "#drizzle/seed/data/seo.json";
import type { SourceCategory, SourceGig, SourceSeo } from "#drizzle/seed/source.ts";
import { categoryRows, idOf, textRows } from "../market.ts";

const categories: (SourceCategory & { subcategories: SourceCategory[] })[] = categoryData;
const seo: Record<"categories" | "subcategories", Record<string, SourceSeo>> = seoData;

/**
 * Creates the demo market as its visitors see it: all categories with their texts, and all gigs with their
 * own titles, prices and sellers. Keys of pictures and ratings are of the same form, but made up.
 */
export async function demoMarket(db: Db): Promise<void> {
  const topics = categories.flatMap((category) => [
    ...categoryRows(db, category),
    ...textRows(db, { categoryId: idOf(category.slug) }, seo.categories[category.slug]),
  ]);
  const sellers = sellerData.flatMap(({ username, full_name }, i) => [
    db.insert(schema.users).values({ id: idOf(username), email: `${username}@mail.example`, createdAt: 1 }),
    db.insert(schema.profiles).values({
      id: idOf(username),
      username,
      fullName: full_name,
      avatarUrl: `/images/${hash(username)}`,
      sellerLevel: levels[i % levels.length]?.name,
      createdAt: 1,
    }),
  ]);
  const gigs = (gigData as SourceGig[])
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map((gig, i) => db.insert(schema.gigs).values(rowOf(gig, i)));
  const [first, ...rest] = [...topics, ...sellers, ...gigs];
  if (first) await db.batch([first, ...rest]);
}

function rowOf(gig: SourceGig, i: number) {
  const createdAt = Date.parse(gig.created_at);
  const reviewCount = i % 8;
  return {
    id: idOf(gig.slug),
    slug: gig.slug,
    title: gig.title,
    description: gig.description,
    priceCents: gig.price * 100,
    deliveryDays: gig.delivery_time,
    revisions: gig.revisions,
    features: gig.features,
    imageUrl: pictureOf(gig, 0),
    imageAlt: gig.title,
    furtherImages: [1, 2, 3].map((at) => ({ url: pictureOf(gig, at), alt: gig.title })),
    faqs: gig.faqs,
    packageDetails: gig.packages && JSON.stringify(gig.packages),
    metaKeywords: gig.tags,
    questions: [],
    listed: true,
    sellerId: idOf(gig.seller),
    categoryId: idOf(gig.category),
    subcategoryId: idOf(gig.subcategory),
    reviewCount,
    ratingSum: 5 * reviewCount - (reviewCount >> 1),
    createdAt,
    updatedAt: createdAt,
  };
}

function pictureOf({ slug }: SourceGig, at: number): string {
  const key = hash(`${slug} ${at}`);
  return `/images/${key}-g${Number.parseInt(key.slice(0, 1), 16) % 8}`;
}

/** As random as the keys of stored pictures. */
function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
