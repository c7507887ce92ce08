import { expect, test } from "vitest";
import { checkDraft } from "#app/gigs/drafts/check-draft.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import { extrasOf } from "#drizzle/seed/extras.ts";
import { gigs, type SourceGig } from "#drizzle/seed/source.ts";

const offering = gigs.filter(({ extras }) => extras);

/** What is wrong with the extras of a gig by the rules of the editor, and what they are stored as. */
function checked(gig: SourceGig) {
  const extras = gig.extras ? extrasOf(gig.extras) : null;
  const { typed, pictures } = typedOfPublished({
    ...gig,
    priceCents: gig.price * 100,
    deliveryDays: gig.delivery_time,
    packageDetails: gig.packages && JSON.stringify(gig.packages),
    extras,
    questions: gig.requirements,
    metaKeywords: gig.tags,
    categoryId: "",
    subcategoryId: "",
    imageUrl: null,
    imageAlt: null,
    furtherImages: [],
  });
  const { problems, partial } = checkDraft({ typed, pictures }, []);
  const wrong = problems.filter(({ field }) => /extras|faster/.test(field)).map(({ sentence }) => sentence);
  return { extras, read: partial.extras, wrong };
}

test("A third of the demo gigs offer extras, some faster delivery, and a few 'Several at once'", () => {
  const count = (fits: (gig: SourceGig) => unknown) => offering.filter(fits).length / gigs.length;
  expect(offering.length / gigs.length).toBeCloseTo(1 / 3, 1);
  expect(count(({ extras }) => Object.keys(extras?.faster ?? {}).length > 0)).toBeCloseTo(0.13, 1);
  expect(count(({ extras }) => extras?.several)).toBeLessThan(0.1);
});

test.each(offering.map((gig) => [gig.ref, gig] as const))(
  "The extras of %s are what a seller could type",
  (_, gig) => {
    const { extras, read, wrong } = checked(gig);
    expect(wrong).toEqual([]);
    expect(read).toEqual(extras);
  },
);
