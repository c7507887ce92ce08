import { expect, test } from "vitest";
import type { GigSummary } from "#app/gigs/gig.ts";
import { chooseFeatured } from "#app/home/home.ts";

const gig = (slug: number, reviewCount: number) => ({ slug: `${slug}`, reviewCount }) as GigSummary;
const newest = (reviews: (slug: number) => number) =>
  Array.from({ length: 12 }, (_, i) => gig(12 - i, reviews(12 - i)));
const slugs = (gigs: GigSummary[]) => gigs.map(({ slug }) => Number(slug));

test("'Featured Services' shows other gigs than 'Hot Sellers' where others have reviews, else the newest", () => {
  const choose = (reviews: (slug: number) => number) => {
    const all = newest(reviews);
    return slugs(chooseFeatured(all, all.slice(0, 4)));
  };
  expect(choose(() => 3)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(choose(() => 0)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
  expect(choose((slug) => (slug === 2 ? 1 : 0))).toEqual([2, 12, 11, 10, 9, 8, 7, 6]);
  expect(
    slugs(
      chooseFeatured(
        newest(() => 1),
        [],
      ),
    ),
  ).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
});
