import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { recommend } from "#app/assistant/recommendations.server.ts";
import { plain } from "#app/assistant/terms.ts";
import { porterStem } from "#app/browse/search/stem.ts";
import reviews from "#drizzle/seed/data/reviews.json";
import { demoGigs, insertDemoGigs } from "../support/demo/gigs.ts";
import { db } from "../support/visitor.ts";
import { fullScoring } from "./full-scoring.ts";
import asked from "./questions.json";

await insertDemoGigs(db);
const answer = fullScoring(
  demoGigs.map((gig) => {
    const ratings = reviews.filter((review) => review.gig === gig.ref).map(({ rating }) => rating);
    const sum = ratings.reduce((total, rating) => total + rating, 0);
    return { ...gig, place: sum > 0 ? Math.floor((1000 * (sum + 8)) / (ratings.length + 2)) : 0 };
  }),
);

it("In the demo market the assistant finds the services that scoring each of them finds", async () => {
  for (const { question } of asked.slice(0, 12)) {
    const found = await recommend(drizzle(env.DB), question);
    const expected = answer(question).map(({ index }) => demoGigs[index]?.title);
    expect([question, found.map(({ gig }) => gig.title)]).toEqual([question, expected]);
  }
});

it("The index stems each word of the demo market as the assistant does", async () => {
  await env.DB.prepare("create virtual table demo_stems using fts5vocab('gigs_stems_fts', 'row')").run();
  const { results } = await env.DB.prepare("select term from demo_stems").all<{ term: string }>();
  const words = demoGigs.flatMap(
    ({ title, description }) => plain(`${title} ${description}`).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  );
  const ours = new Set(words.map(porterStem));
  expect(ours.size).toBeGreaterThan(2000);
  // The index mistakes newer emoji for letters.
  const told = (all: Iterable<string>) => [...all].filter((term) => /[\p{L}\p{N}]/u.test(term)).sort();
  expect(told(results.map(({ term }) => term))).toEqual(told(ours));
});
