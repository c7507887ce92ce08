import type { Db } from "#app/context.ts";
import * as pictures from "#app/gigs/pictures.server.ts";
import * as schema from "#drizzle/schema.ts";
import { extrasOf } from "./extras.ts";
import { type GalleryPicture, galleries } from "./gallery.ts";
import type { Market } from "./market.ts";
import { userId } from "./people.ts";
import { gigId, gigs, idOf, inBulk, type SourceGig } from "./source.ts";

/**
 * Seeds the hand-written gigs and, optionally, the generated ones. All are listed, and all are numbered in
 * the order of `created_at` (docs/architecture.md#scale), regardless of the order of insertion.
 */
export async function seedGigs(db: Db, market: Market | null): Promise<void> {
  const before = gigs.map((gig) => market?.publishedBefore(Date.parse(gig.created_at)) ?? 0);
  await inBulk(
    db,
    gigs.flatMap((gig, i) => inserted(db, gig, (before[i] ?? 0) + i + 1)),
  );
  await market?.writeGigs((i) => {
    const next = before.findIndex((each) => each > i);
    return i + 1 + (next === -1 ? gigs.length : next);
  });
}

/**
 * The statements that insert a gig and record its pictures as stored. pictures.ts stores WebP; the sweep adds
 * AVIF.
 */
function inserted(db: Db, gig: SourceGig, number: number) {
  const createdAt = Date.parse(gig.created_at);
  const gallery = galleries.get(gig.ref);
  const row = db.insert(schema.gigs).values({
    number,
    id: gigId(gig.ref),
    slug: gig.slug,
    title: gig.title,
    description: gig.description,
    priceCents: gig.price * 100,
    deliveryDays: gig.delivery_time,
    revisions: gig.revisions,
    features: gig.features,
    imageUrl: gallery ? urlOf(gallery.main) : null,
    imageAlt: gallery?.main.alt,
    furtherImages: gallery?.further.map((picture) => ({ url: urlOf(picture), alt: picture.alt })),
    faqs: gig.faqs,
    sellerId: userId(gig.seller),
    categoryId: idOf(`category:${gig.category}`),
    subcategoryId: idOf(`subcategory:${gig.subcategory}`),
    packageDetails: gig.packages && JSON.stringify(gig.packages),
    extras: gig.extras && extrasOf(gig.extras),
    questions: gig.requirements,
    metaKeywords: gig.tags,
    listed: true,
    createdAt,
    updatedAt: createdAt,
  });
  const shown = gallery ? [gallery.main, ...gallery.further] : [];
  return [row, ...shown.map(({ key }) => pictures.stored(db, key, createdAt))];
}

function urlOf({ key }: GalleryPicture): string {
  return `/images/${key}`;
}
