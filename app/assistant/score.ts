import { stemsOf, type Term } from "#app/assistant/terms.ts";

/** What a term in a field adds to a gig's score (docs/specification.md#assistant-score). */
export const points = { title: 5, description: 3 } as const;

/** How many gigs an answer has. */
export const answerSize = 3;

/**
 * The fields of a gig that contain a term. `as`: the gig has this word instead, which means the same; null if
 * it has the word itself.
 */
export type Match = { term: string; as: string | null; inTitle: boolean; inDescription: boolean };

/** The terms that a gig has, in their order. */
export function matchesOf(terms: readonly Term[], gig: { title: string; description: string }): Match[] {
  const [title, description] = [stemsOf(gig.title), stemsOf(gig.description)];
  return terms.flatMap(({ word, any }): Match[] => {
    const inTitle = any.filter(({ stems }) => title.includes(stems));
    const inDescription = any.filter(({ stems }) => description.includes(stems));
    const [found] = [...inTitle, ...inDescription];
    if (!found) return [];
    const isSelf = [inTitle[0], inDescription[0]].includes(any[0]);
    return [
      {
        term: word,
        as: isSelf ? null : found.text,
        inTitle: inTitle.length > 0,
        inDescription: inDescription.length > 0,
      },
    ];
  });
}

/** The sum of the points of the matches: each term counts once in each field. */
export function scoreOf(matches: readonly Match[]): number {
  return matches.reduce(
    (sum, { inTitle, inDescription }) =>
      sum + (inTitle ? points.title : 0) + (inDescription ? points.description : 0),
    0,
  );
}

/** What decides the order of two gigs. `place`: by rating, the higher the better (drizzle/schema/gigs.ts). */
export type Scored = { matches: readonly Match[]; score: number; place: number };

/** The higher score first, then more of the question's words, then the better rating. */
export function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || other.matches.length - one.matches.length || other.place - one.place;
}
