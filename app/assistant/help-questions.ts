import { points } from "#app/assistant/score.ts";
import { stemsOf, type Term } from "#app/assistant/terms.ts";

/** How many help questions an answer shows. */
const shown = 2;

/** Stems of words about Handiwork itself. Services use them too, so one among several terms is not enough. */
const ownWords = new Set(
  "handiwork refund fee commission payment pay paid payout charged account password signin login receipt credit order cancel seller buyer gig revision dispute"
    .split(" ")
    .map(stemsOf),
);

/** Whether a question is about Handiwork: at least half of its terms are. The help then comes first. */
export function isAboutHandiwork(terms: readonly Term[]): boolean {
  const own = terms.filter(({ any }) => any.slice(0, 1).some(({ stems }) => ownWords.has(stems)));
  return own.length > 0 && 2 * own.length >= terms.length;
}

/** The fields of a help question that the assistant reads. */
export type HelpQuestion = { id: string; question: string; answer: string };

/**
 * The help questions whose words match, best first, at most 2 (docs/specification.md#assistant-help). A
 * question about Handiwork needs one of the terms in a help question or its answer. Another question needs at
 * least one in the help question itself, and with its answer at least half of them. Ties go to the one with
 * more of the terms themselves in the question, then with more mentions in the answer, then with more of all
 * words of the text.
 */
export function helpQuestionsFor<Each extends HelpQuestion>(
  text: string,
  terms: readonly Term[],
  questions: readonly Each[],
): Each[] {
  const isAbout = isAboutHandiwork(terms);
  const words = [...new Set(stemsOf(text).trim().split(" "))];
  return questions
    .map((each) => {
      const [inQuestion, inAnswer] = [termsIn(each.question, terms), termsIn(each.answer, terms)];
      const found = new Set([...inQuestion, ...inAnswer]).size;
      const score = points.title * inQuestion.length + points.description * inAnswer.length;
      const fits = isAbout ? found > 0 : inQuestion.length > 0 && 2 * found >= terms.length;
      const stems = stemsOf(each.question);
      return {
        each,
        score: fits ? score : 0,
        literal: inQuestion.filter(({ any }) => stems.includes(any[0]?.stems ?? "")).length,
        mentions: mentionsIn(each.answer, terms),
        same: words.filter((word) => stems.includes(` ${word} `)).length,
      };
    })
    .filter(({ score }) => score > 0)
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.literal - one.literal ||
        other.mentions - one.mentions ||
        other.same - one.same,
    )
    .slice(0, shown)
    .map(({ each }) => each);
}

function termsIn(text: string, terms: readonly Term[]): Term[] {
  const stems = stemsOf(text);
  return terms.filter(({ any }) => any.some((spelling) => stems.includes(spelling.stems)));
}

/** How often a text has the terms, in any spelling. */
function mentionsIn(text: string, terms: readonly Term[]): number {
  const stems = stemsOf(text);
  return terms
    .flatMap(({ any }) => any)
    .reduce((sum, spelling) => sum + stems.split(spelling.stems).length - 1, 0);
}
