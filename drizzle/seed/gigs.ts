import type { Db } from "#app/context.ts";
import * as pictures from "#app/gigs/pictures.server.ts";
import * as schema from "#drizzle/schema.ts";
import { type GalleryPicture, galleries } from "./gallery.ts";
import type { Market } from "./market.ts";
import { userId } from "./people.ts";
import { gigId, gigs, idOf, inBulk, type SourceGig } from "./source.ts";

/**
 * Writes the hand-written gigs, oldest first, all listed, and a generated market around them: rows are numbered in the order of
 * `created_at` (design.md section 5).
 */
export async function seedGigs(db: Db, market: Market | null): Promise<void> {
  if (!market)
    return await inBulk(
      db,
      gigs.flatMap((gig) => inserted(db, gig)),
    );
  let written = 0;
  for (const gig of gigs) {
    const upTo = market.publishedBefore(Date.parse(gig.created_at));
    await market.writeGigs(written, upTo);
    written = upTo;
    await inBulk(db, inserted(db, gig));
  }
  await market.writeGigs(written, market.count);
}

/** A gig, and that its pictures are in the bucket: it holds their WebP versions (pictures.ts), the sweep makes AVIF of them. */
function inserted(db: Db, gig: SourceGig) {
  const createdAt = Date.parse(gig.created_at);
  const gallery = galleries.get(gig.ref);
  const row = db.insert(schema.gigs).values({
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
    questions: gig.requirements,
    metaKeywords: gig.tags,
    listed: true,
    createdAt,
    updatedAt: createdAt,
  });
  const hung = gallery ? [gallery.main, ...gallery.further] : [];
  return [row, ...hung.map(({ key }) => pictures.stored(db, key, createdAt))];
}

function urlOf({ key }: GalleryPicture): string {
  return `/images/${key}`;
}
