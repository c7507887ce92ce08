import { stemOf, wordsOf } from "#app/browse/search/words.ts";
import { type Question, questions } from "#app/help/questions.ts";

/** A piece of a text. `marked`: it is a word that was searched for. */
export type Piece = { text: string; marked: boolean };

const word = /[\p{L}\p{M}\p{N}'’]+/gu;

/** A text without case and accents. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The parts of words that a search in the questions looks for, each once; none for a text without words. */
export function partsOf(q: string): string[] {
  return [...new Set(wordsOf(q).map((one) => folded(stemOf(one))))];
}

/**
 * The questions that contain every part in question or answer, those with all parts in the question first
 * (docs/specification.md#faq-search).
 * @param parts from `partsOf`; none finds nothing
 */
export function find(parts: string[]): Question[] {
  const has = (text: string) => parts.every((part) => folded(text).includes(part));
  const found =
    parts.length > 0 ? questions.filter(({ question, answer }) => has(`${question} ${answer}`)) : [];
  return [
    ...found.filter(({ question }) => has(question)),
    ...found.filter(({ question }) => !has(question)),
  ];
}

/** The text in pieces: the words that contain one of the parts are marked. */
export function mark(text: string, parts: string[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: one, index } of text.matchAll(word)) {
    const plain = folded(one);
    if (!parts.some((part) => plain.includes(part))) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), marked: false });
    pieces.push({ text: one, marked: true });
    from = index + one.length;
  }
  return from < text.length ? [...pieces, { text: text.slice(from), marked: false }] : pieces;
}
