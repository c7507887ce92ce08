import { expect, it } from "vitest";
import { privacy } from "#app/help/privacy.ts";
import * as gigReviews from "#app/reviews/gig-reviews.server.ts";
import * as sellerPages from "#app/sellers/page/seller-page.server.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { gig, person } from "../support/factories.ts";
import { review } from "../support/reviews.ts";
import { db } from "../support/visitor.ts";

// Privacy promises what everyone can see of a person. A new column of a public page fails here until the
// policy names it.

const seen = privacy.sections.find(({ heading }) => heading === "What other people can see");
const policy = JSON.stringify(seen);

/** The words of the policy for each column about the seller; null: it says nothing about a person. */
const sellerWords: Record<string, string | null> = {
  id: null,
  username: "username",
  fullName: "name",
  avatarUrl: "picture",
  level: "your level",
  bio: "bio",
  timeZone: "local time",
  since: "the month you joined",
  skills: "skills",
  experience: "experience",
  languages: "languages",
  country: "country",
  vettedAt: "whether we have vetted you",
  awayUntil: "until when you are away",
  ...{ ratings: "reviews", ratingSum: "reviews" },
};

/** The same for the buyer who wrote a review. */
const reviewWords: Record<string, string | null> = {
  ...{ id: null, rating: null, text: null, comment: null, reply: null, at: null, service: null },
  name: "Reviews carry the name you use on Handiwork",
  title: "what you do if your profile says it",
};

it("A seller's page and a review show only the personal data that Privacy lists", async () => {
  const username = "visible-ann";
  const ann = await person(db, { username });
  await sellerRow(ann.id, { status: "active" });
  const clock = await gig(db, { sellerId: ann.id });
  await review(db, clock, { comment: "It ticks again.", name: "Bo Marsh" });
  const seller = await sellerPages.find(db, username);
  const { reviews } = await sellerPages.listReviews(db, ann.id, 1, null);
  const verified = await gigReviews.verified(db, clock.slug, 1);
  expect([seller === null, reviews.length, verified.length]).toEqual([false, 1, 1]);
  const read = [
    ...Object.keys(seller ?? {}).map((column) => sellerWords[column]),
    ...[...reviews, ...verified].flatMap((row) => Object.keys(row)).map((column) => reviewWords[column]),
  ];
  expect(read).not.toContain(undefined);
  for (const words of read) if (words) expect(policy).toContain(words);
});
