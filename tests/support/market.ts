import { createHash } from "node:crypto";
import type { Db } from "#app/context.ts";
import { levels } from "#app/sellers/level.ts";
import * as schema from "#drizzle/schema.ts";
import categoryData from "#drizzle/seed/data/categories.json";
import gigData from "#drizzle/seed/data/gigs.json";
import reviewData from "#drizzle/seed/data/reviews.json";
import sellerData from "#drizzle/seed/data/sellers.json";
import seoData from "#drizzle/seed/data/seo.json";
import type { SourceCategory, SourceGig, SourceReview, SourceSeo } from "#drizzle/seed/source.ts";
import { review } from "./reviews.ts";

const categories: (SourceCategory & { subcategories: SourceCategory[] })[] = categoryData;
const seo: Record<"categories" | "subcategories", Record<string, SourceSeo>> = seoData;
const all = gigData as SourceGig[];
const heaviest = all.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
/** Enough gigs to fill a page and begin another: those with the longest titles, and last the heaviest one. */
const gigs = all
  .filter((gig) => gig !== heaviest)
  .sort((a, b) => b.title.length - a.title.length)
  .slice(0, 23)
  .concat(heaviest ?? []);
const longReviews = (reviewData as SourceReview[]).filter(({ comment }) => comment.length > 60).slice(0, 12);

/**
 * Creates a market with the heaviest possible pages. It uses the texts of the demo market: a full page of the
 * longest titles in one category and subcategory, each with a rating and a seller with a picture, and one gig
 * with every field. It is always the same, byte for byte.
 */
export async function heavyMarket(
  db: Db,
): Promise<{ category: string; subcategory: string; gig: string; recent: string }> {
  const [home] = categories.toSorted((a, b) => b.description.length - a.description.length);
  const [within] = home?.subcategories ?? [];
  if (!home || !within) throw new Error("The demo market has no category");
  const [first, ...rest] = [
    ...categories.flatMap((category) => categoryRows(db, category)),
    ...textRows(db, { categoryId: idOf(home.slug) }, seo.categories[home.slug]),
    ...textRows(db, { subcategoryId: idOf(within.slug) }, seo.subcategories[within.slug]),
  ];
  if (first) await db.batch([first, ...rest]);

  let last = null;
  for (const [i, gig] of gigs.entries()) {
    last = await insertGig(db, gig, i, { categoryId: idOf(home.slug), subcategoryId: idOf(within.slug) });
  }
  if (!last) throw new Error("The demo market has no gig");
  // Reviews with the same time would be in the order of their random ids.
  for (const [i, { rating, comment }] of longReviews.entries())
    await review(db, last, {
      rating,
      comment,
      username: `person-${idOf(`reviewer ${i}`).slice(0, 6)}`,
      name: "Giovanni Ferraro",
      title: "Olive oil producer",
      at: Date.now() - i * 1000,
    });
  return {
    category: `/categories/${home.slug}`,
    subcategory: `/categories/${home.slug}/${within.slug}`,
    gig: `/services/s/${last.slug}`,
    /** The cookie of a visitor who has viewed ten of the gigs. */
    recent: Array.from({ length: 10 }, (_, i) => idOf(`gig ${i}`)).join("."),
  };
}

type Topic = { categoryId: string } | { subcategoryId: string };

/** Inserts a category with its subcategories. */
export function categoryRows(db: Db, category: SourceCategory & { subcategories: SourceCategory[] }) {
  const id = idOf(category.slug);
  return [
    db.insert(schema.categories).values({ id, icon: category.icon, ...textsOf(category) }),
    ...category.subcategories.map((sub) =>
      db.insert(schema.subcategories).values({ id: idOf(sub.slug), categoryId: id, ...textsOf(sub) }),
    ),
  ];
}

/** Inserts the additional texts of a category or subcategory. */
export function textRows(db: Db, topic: Topic, texts: SourceSeo | undefined) {
  const { faqs = [], features = [], testimonials = [] } = texts ?? {};
  return [
    ...faqs.map(({ display_order, ...faq }) =>
      db.insert(schema.seoFaqs).values({ ...topic, ...faq, displayOrder: display_order }),
    ),
    ...features.map(({ display_order, ...feature }) =>
      db.insert(schema.seoFeatures).values({ ...topic, ...feature, displayOrder: display_order }),
    ),
    ...("categoryId" in topic
      ? testimonials.map((each) => db.insert(schema.seoReviews).values({ ...topic, ...each }))
      : []),
  ];
}

async function insertGig(db: Db, gig: SourceGig, i: number, within: Topic & { categoryId: string }) {
  const seller = sellerData[i % sellerData.length];
  if (!seller) throw new Error("The demo market has no seller");
  const sellerId = idOf(`seller ${i}`);
  const username = `${seller.username}${i}`;
  const createdAt = Date.parse(gig.created_at);
  const [picture, ...further] = [0, 1, 2, 3].map((at) => `/images/${idOf(`picture ${i} ${at}`)}`);
  const row = {
    id: idOf(`gig ${i}`),
    slug: gig.slug,
    title: gig.title,
    description: gig.description,
    priceCents: gig.price * 100,
    deliveryDays: gig.delivery_time,
    revisions: gig.revisions,
    features: gig.features,
    imageUrl: picture,
    imageAlt: `What somebody gets who orders: ${gig.title}`,
    furtherImages: further.map((url) => ({ url, alt: `Another piece of work: ${gig.title}` })),
    faqs: gig.faqs,
    packageDetails: gig.packages && JSON.stringify(gig.packages),
    metaKeywords: gig.tags,
    questions: [],
    listed: true,
    sellerId,
    ratingSum: 4 * (i + 1),
    reviewCount: i + 1,
    createdAt,
    updatedAt: createdAt,
    ...within,
  };
  await db.batch([
    db.insert(schema.users).values({ id: sellerId, email: `${username}@mail.example`, createdAt }),
    db.insert(schema.profiles).values({
      id: sellerId,
      username,
      fullName: seller.full_name,
      avatarUrl: `/images/${idOf(`portrait ${i}`)}`,
      sellerLevel: levels[i % levels.length]?.name,
      createdAt,
    }),
    db.insert(schema.gigs).values(row),
  ]);
  return row;
}

/** The length of the texts that only the gig's own page shows, in characters. */
function weightOf({ description, packages, faqs, features }: SourceGig): number {
  return JSON.stringify([description, packages, faqs, features]).length;
}

function textsOf({ name, slug, description, meta_title, meta_description }: SourceCategory) {
  return { name, slug, description, metaTitle: meta_title, metaDescription: meta_description };
}

/** A UUID that is always the same, and compresses as badly as a random one. */
export function idOf(ref: string): string {
  const hex = createHash("sha1").update(ref).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
