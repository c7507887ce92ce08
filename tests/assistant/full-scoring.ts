import { answerSize, byScore, matchesOf, scoreOf } from "#app/assistant/score.ts";
import { mistypedAmong, stemsOf, type Term, termsOf } from "#app/assistant/terms.ts";
import { closestWord } from "#app/browse/search/words.ts";

export type Texts = { title: string; description: string };

/** What a gig needs for its score. `place`: its place by rating, the higher the better. */
type Offer = Texts & { tags?: readonly string[]; place?: number };

/**
 * Answers questions by scoring every gig, without a database. The assistant must give the same answers.
 * @param all the gigs, the newest last
 */
export function fullScoring(all: readonly Offer[]) {
  const known = [...vocabularyOf(all)].map(([word, seen]) => ({ word, seen }));
  const stems = new Set(
    all.flatMap(({ title, description }) => stemsOf(`${title} ${description}`).split(" ")),
  );
  const isMissing = ({ any }: Term) =>
    !any.some((spelling) => spelling.stems.split(" ").every((stem) => stems.has(stem)));
  const ranked = (terms: Term[]) =>
    all
      .map((offer, index) => {
        const matches = matchesOf(terms, offer);
        return { index, matches, score: scoreOf(matches), place: (offer.place ?? 0) * all.length + index };
      })
      .filter(({ score }) => score > 0)
      .sort(byScore);
  return (question: string) => {
    const terms = termsOf(question);
    const corrected = new Map(
      mistypedAmong(terms.filter(isMissing)).flatMap((word): [string, string][] => {
        const meant = closestWord(word, known);
        return meant ? [[word, meant]] : [];
      }),
    );
    return ranked(termsOf(question, corrected)).slice(0, answerSize);
  };
}

/** How often each word occurs that a mistyped word may stand for (drizzle/schema/search.ts). */
function vocabularyOf(all: readonly Offer[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { title, tags = [], description } of all)
    for (const word of `${title} ${tags.join(" ")} ${description}`
      .toLowerCase()
      .split(/[\s",.:;/&+\-_()[\]!?–—“”]+/))
      if (word.length >= 4 && word.length <= 24) seen.set(word, (seen.get(word) ?? 0) + 1);
  return seen;
}
