import type { GigPage } from "#app/gigs/page/gig-page.ts";

/**
 * The schema.org Product record of a gig (docs/specification.md#structured-data). The price is in USD. The
 * rating is the average of verified reviews, to 1 decimal.
 */
export function productRecord(page: GigPage, origin: string) {
  const { path, description, noindex } = page.meta;
  const canonical = origin + path;
  const pictures = page.pictures.map(({ url }) => `${origin}${url}?w=960`);
  return {
    "@context": "https://schema.org" as const,
    "@type": "Product",
    name: page.title,
    description,
    image: pictures.length > 0 ? pictures : undefined,
    sku: page.id,
    url: canonical,
    offers: noindex
      ? undefined
      : {
          "@type": "Offer",
          price: (page.priceCents / 100).toFixed(2),
          priceCurrency: "USD",
          availability: "https://schema.org/InStock",
          url: canonical,
        },
    aggregateRating:
      page.rating === null
        ? undefined
        : { "@type": "AggregateRating", ratingValue: page.rating.toFixed(1), reviewCount: page.reviewCount },
  };
}
