import { plain } from "#app/assistant/terms.ts";

/** What a term in a field adds to a gig's score (docs/specification.md#assistant-score). */
export const points = { title: 5, description: 3 } as const;

/** The fields of a gig that contain a term. */
export type Match = { term: string; inTitle: boolean; inDescription: boolean };

/** The terms that a gig has, in their order. */
export function matchesOf(terms: string[], gig: { title: string; description: string }): Match[] {
  const [title, description] = [plain(gig.title), plain(gig.description)];
  return terms
    .map((term) => {
      const part = plain(term);
      return { term, inTitle: title.includes(part), inDescription: description.includes(part) };
    })
    .filter(({ inTitle, inDescription }) => inTitle || inDescription);
}

/** The sum of the points of the matches: each term counts once in each field. */
export function scoreOf(matches: Match[]): number {
  return matches.reduce(
    (sum, { inTitle, inDescription }) =>
      sum + (inTitle ? points.title : 0) + (inDescription ? points.description : 0),
    0,
  );
}
