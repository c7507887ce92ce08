/**
 * The Porter stemmer, exactly as the `porter` tokenizer of SQLite's FTS5 implements it: a word and its forms
 * (draw, drawing; bakery, bakeries) have one stem. The search index holds stems, so the product compares
 * words as the index does. tests/assistant/demo.test.ts checks that both have the same stems.
 * @param word in lower case, without accents
 */
export function porterStem(word: string): string {
  const bytes = new TextEncoder().encode(word).length;
  if (bytes < 3 || bytes > 64) return word;
  let stem = finished(withoutPast(withoutPlural(word)));
  stem = replaced(stem, secondStep, (rest) => measureOf(rest) > 0);
  stem = replaced(stem, thirdStep, (rest) => measureOf(rest) > 0);
  stem = replaced(
    stem,
    fourthStep,
    (rest, ending) => measureOf(rest) > 1 && (ending !== "ion" || /[st]$/.test(rest)),
  );
  return withoutLast(stem);
}

/** Endings and what replaces them. Only the first one that a word has is tried. */
type Step = readonly (readonly [ending: string, replacement: string])[];

const secondStep: Step = pairs(
  "ational ate tional tion enci ence anci ance izer ize logi log bli ble alli al entli ent eli e ousli ous ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive biliti ble",
);
const thirdStep: Step = [
  ...pairs("icate ic alize al iciti ic ical ic"),
  ["ative", ""],
  ["ful", ""],
  ["ness", ""],
];
const fourthStep: Step = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"
  .split(" ")
  .map((ending) => [ending, ""]);

function pairs(list: string): Step {
  const words = list.split(" ");
  return words.flatMap((ending, i) => (i % 2 === 0 ? [[ending, words[i + 1] ?? ""] as const] : []));
}

function replaced(word: string, step: Step, may: (rest: string, ending: string) => boolean): string {
  const found = step.find(([ending]) => word.length > ending.length && word.endsWith(ending));
  if (!found) return word;
  const [ending, replacement] = found;
  const rest = word.slice(0, -ending.length);
  return may(rest, ending) ? rest + replacement : word;
}

function withoutPlural(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss")) return word;
  if ((word.length > 4 && word.endsWith("sses")) || (word.length > 3 && word.endsWith("ies")))
    return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutPast(word: string): string {
  if (word.length > 3 && word.endsWith("eed"))
    return measureOf(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ["ed", "ing"].find((each) => word.length > each.length && word.endsWith(each));
  if (!ending) return word;
  const rest = word.slice(0, -ending.length);
  if (!hasVowel(rest)) return word;
  if (rest.length > 2 && /(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  const [last, before] = [rest.at(-1), rest.at(-2)];
  if (last === before && !"aeioulsz".includes(last ?? "")) return rest.slice(0, -1);
  return measureOf(rest) === 1 && isShort(rest) ? `${rest}e` : rest;
}

/** `happy` and `happier` end alike. */
function finished(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function withoutLast(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const rest = stem.slice(0, -1);
    const measure = measureOf(rest);
    if (measure > 1 || (measure === 1 && !isShort(rest))) stem = rest;
  }
  return stem.endsWith("ll") && measureOf(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}

/** For each letter, whether it is a vowel. A `y` after a consonant is one. */
function vowelsOf(word: string): boolean[] {
  const vowels: boolean[] = [];
  for (const [i, letter] of [...word].entries())
    vowels.push("aeiou".includes(letter) || (letter === "y" && i > 0 && !vowels[i - 1]));
  return vowels;
}

function hasVowel(word: string): boolean {
  return vowelsOf(word).includes(true);
}

/** How many times a consonant follows a vowel. */
function measureOf(word: string): number {
  return vowelsOf(word).filter((isVowel, i, all) => i > 0 && !isVowel && all[i - 1]).length;
}

/** Whether a word ends with consonant, vowel and a consonant that is not w, x or y. */
function isShort(word: string): boolean {
  const [before, vowel, last] = vowelsOf(word).slice(-3);
  return before === false && vowel === true && last === false && !/[wxy]$/.test(word);
}
