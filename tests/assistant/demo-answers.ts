import { gigs, reviews } from "#drizzle/seed/source.ts";
import { fullScoring } from "./full-scoring.ts";

/**
 * A question, and the titles of the services that a person would choose: the best one, and other good ones.
 */
export type Asked = { question: string; best: string; also: string[] };

const offers = gigs
  .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
  .map((gig) => {
    const ratings = reviews.filter((review) => review.gig === gig.ref).map(({ rating }) => rating);
    const sum = ratings.reduce((total, rating) => total + rating, 0);
    return { ...gig, place: sum > 0 ? Math.floor((1000 * (sum + 8)) / (ratings.length + 2)) : 0 };
  });
const answer = fullScoring(offers);

/** The assistant's answer in the demo market: the titles of three services, the best first. */
export function demoAnswer(question: string): string[] {
  return answer(question).map(({ index }) => offers[index]?.title ?? "");
}

/** The questions whose answer has none of the services that a person would choose. */
export function missesOf(asked: readonly Asked[]): Asked[] {
  return asked.filter(
    ({ question, best, also }) => !demoAnswer(question).some((title) => [best, ...also].includes(title)),
  );
}
