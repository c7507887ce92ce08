import type { Db } from "#app/context.ts";
import * as schema from "#drizzle/schema.ts";
import { type GalleryPicture, galleries } from "./gallery.ts";
import { userId } from "./people.ts";
import { gigId, gigs, idOf, inBulk } from "./source.ts";

/** Writes the gigs, oldest first, all listed. */
export async function seedGigs(db: Db): Promise<void> {
  const inserts = gigs.map((gig) => {
    const createdAt = Date.parse(gig.created_at);
    const gallery = galleries.get(gig.ref);
    return db.insert(schema.gigs).values({
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
  });
  await inBulk(db, inserts);
}

function urlOf({ key }: GalleryPicture): string {
  return `/images/${key}`;
}
