import type { Db } from "#app/context.ts";
import * as schema from "#drizzle/schema.ts";
import categoryData from "#drizzle/seed/data/categories.json";
import gigData from "#drizzle/seed/data/gigs.json";
import reviewData from "#drizzle/seed/data/reviews.json";
import sellerData from "#drizzle/seed/data/sellers.json";
import type { SourceCategory, SourceGig } from "#drizzle/seed/source.ts";

const categories: (SourceCategory & { subcategories: SourceCategory[] })[] = categoryData;
const reviewsOf = Map.groupBy(reviewData, ({ gig }) => gig);
/** The gigs of the demo market, the oldest first. */
export const demoGigs = (gigData as SourceGig[]).toSorted((a, b) => a.created_at.localeCompare(b.created_at));

/** Inserts what the demo market sells: its catalogue, sellers and gigs with their ratings, nothing else. */
export async function insertDemoGigs(db: Db): Promise<void> {
  const topic = ({ name, slug }: SourceCategory) => ({ id: slug, name, slug });
  const sellers = sellerData.map(({ username, full_name, created_at }) => ({
    user: { id: username, email: `${username}@mail.example`, createdAt: Date.parse(created_at) },
    profile: { id: username, username, fullName: full_name, createdAt: Date.parse(created_at) },
  }));
  const gigs = demoGigs.map((gig) => {
    const ratings = reviewsOf.get(gig.ref) ?? [];
    return {
      id: gig.ref,
      slug: gig.slug,
      title: gig.title,
      description: gig.description,
      priceCents: gig.price * 100,
      deliveryDays: gig.delivery_time,
      revisions: gig.revisions,
      features: gig.features,
      questions: [],
      metaKeywords: gig.tags,
      listed: true,
      sellerId: gig.seller,
      categoryId: gig.category,
      subcategoryId: gig.subcategory,
      ratingSum: ratings.reduce((sum, { rating }) => sum + rating, 0),
      reviewCount: ratings.length,
      completedOrders: ratings.length,
      createdAt: Date.parse(gig.created_at),
      updatedAt: Date.parse(gig.created_at),
    };
  });
  const [first, ...others] = [
    ...categories.map((category) => db.insert(schema.categories).values(topic(category))),
    ...categories.flatMap((category) =>
      category.subcategories.map((sub) =>
        db.insert(schema.subcategories).values({ ...topic(sub), categoryId: category.slug }),
      ),
    ),
    ...sellers.flatMap(({ user, profile }) => [
      db.insert(schema.users).values(user),
      db.insert(schema.profiles).values(profile),
    ]),
    ...gigs.map((gig) => db.insert(schema.gigs).values(gig)),
  ];
  if (first) await db.batch([first, ...others]);
}
