import type { PublishedGig } from "#app/gigs/drafts/publications.server.ts";
import { typedOfGig } from "#app/gigs/drafts/typed-of-gig.ts";

/** A published gig as a draft of changes to it begins: what its seller would have typed, and its pictures. */
export function typedOfPublished(gig: PublishedGig) {
  const main = gig.imageUrl === null ? [] : [{ url: gig.imageUrl, alt: gig.imageAlt ?? gig.title }];
  const pictures = [...main, ...gig.furtherImages].map(({ url, alt }) => ({
    key: url.replace("/images/", ""),
    alt,
  }));
  return { typed: typedOfGig({ ...gig, pictures }), pictures: pictures.map(({ key }) => key) };
}
