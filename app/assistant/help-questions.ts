import { points } from "#app/assistant/score.ts";
import { plain } from "#app/assistant/terms.ts";
import { stemOf } from "#app/browse/search/words.ts";

/** How many help questions an answer shows. */
const shown = 2;

/** The fields of a help question that the assistant reads. */
export type HelpQuestion = { id: string; question: string; answer: string };

/**
 * The help questions whose words match, best first, at most 2 (docs/specification.md#assistant-help). A
 * question contains at least one of the terms itself, and with its answer at least half of them. Word endings
 * may differ.
 */
export function helpQuestionsFor<Each extends HelpQuestion>(
  terms: string[],
  questions: readonly Each[],
): Each[] {
  const stems = terms.map((term) => plain(stemOf(term)));
  const has = (text: string) => {
    const words = plain(text).split(/[^\p{L}\p{M}\p{N}]+/u);
    return (stem: string) => words.some((word) => word.startsWith(stem));
  };
  return questions
    .map((each) => {
      const [inQuestion, inAnswer] = [stems.filter(has(each.question)), stems.filter(has(each.answer))];
      const found = new Set([...inQuestion, ...inAnswer]).size;
      const score = points.title * inQuestion.length + points.description * inAnswer.length;
      return { each, score: inQuestion.length > 0 && 2 * found >= stems.length ? score : 0 };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ each }) => each);
}
