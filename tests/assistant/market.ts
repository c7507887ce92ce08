import { env } from "cloudflare:workers";
import { withDeferredIndexes } from "#drizzle/seed/bulk.ts";
import { category, person } from "../support/factories.ts";
import { db } from "../support/visitor.ts";

/** Numbers from 0 to 1, the same for each seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const starts = "b br c ch d dr f g gl h j k l m n p pr qu r s sh st t tr v w z".split(" ");
const vowels = "a e i o u ai ea oo".split(" ");
const scripts = [
  ["логотип", "перевод", "сайт", "меню", "книга"],
  ["設計する", "翻訳会社", "写真撮影", "手作業"],
  ["تصميم", "ترجمة", "شعار", "كتاب"],
  ["अनुवाद", "पुस्तक", "चित्र"],
  ["café", "façade", "niño", "žluťoučký", "señal"],
].flat();

/**
 * Words as people use them: the first ones often, the last ones hardly ever; every tenth in another script.
 */
export function vocabulary(size: number, random: () => number): string[] {
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
  const words = new Set<string>();
  while (words.size < size) {
    const syllables = 2 + Math.floor(random() * 2);
    const word =
      Array.from({ length: syllables }, () => pick(starts) + pick(vowels)).join("") +
      pick(["", "n", "r", "s"]);
    const foreign = `${pick(scripts)}${words.size % 4 === 1 ? "" : pick(scripts)}`;
    words.add(words.size % 10 === 9 && !words.has(foreign) ? foreign : word);
  }
  return [...words];
}

export type Texts = { title: string; description: string };

/** The texts of gigs: titles of 4 to 8 words, descriptions of 12 to 21, common words more often. */
export function texts(count: number, words: string[], random: () => number): Texts[] {
  const frequent = () => words[Math.floor(words.length ** random()) - 1] ?? words[0] ?? "";
  const sentence = (fewest: number, more: number) =>
    Array.from({ length: fewest + Math.floor(random() * more) }, frequent).join(" ");
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return Array.from({ length: count }, () => ({
    title: capital(sentence(4, 5)),
    description: `${capital(sentence(12, 10))}.`,
  }));
}

const gigsPerInsert = 1000;
let markets = 0;

/**
 * Inserts listed gigs, the newest last. Their slugs end with their index.
 * @param first the number of the first one
 */
export async function insertGigs(all: Texts[], first?: number): Promise<void> {
  const seller = await person(db);
  const { id: categoryId } = await category(db);
  const market = ++markets;
  await withDeferredIndexes(env.DB, async () => {
    for (let start = 0; start < all.length; start += gigsPerInsert) {
      const part = all.slice(start, start + gigsPerInsert);
      await env.DB.prepare(
        `insert into gigs (number, id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id,
           category_id, questions, listed, created_at, updated_at)
         select ?1 + key, 'a-' || ?2 || '-' || (?3 + key), 'a-' || ?2 || '-' || (?3 + key), value ->> 'title', value ->> 'description',
           8000, 3, 1, '[]', ?4, ?5, '[]', 1, ?3 + key, ?3 + key from json_each(?6)`,
      )
        .bind(
          first === undefined ? null : first + start,
          market,
          start,
          seller.id,
          categoryId,
          JSON.stringify(part),
        )
        .run();
    }
  });
}

/** The index of a gig of `insertGigs`, from its slug. */
export function indexOf({ slug }: { slug: string }): number {
  return Number(slug.split("-").at(-1));
}

/** The three best gigs for some terms, of equal ones the newest. */
type Scoring = (terms: string[]) => { index: number; score: number }[];

/**
 * Scores every gig, word by word: a text has a term if one of its words has it. Each word of the market is
 * compared once for a question, however many gigs have it.
 */
export function fullScoring(all: Texts[]): Scoring {
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
  const wordsOf = (text: string) => withoutAccents(text).split(" ").map(numberOf);
  const market = all.map(({ title, description }) => ({
    title: wordsOf(title),
    description: wordsOf(description),
  }));
  return (terms) => {
    const sought = terms.map(withoutAccents);
    /** For each word, a bit for each of the terms that it has. */
    const found = [...numbers.keys()].map((word) =>
      sought.reduce((bits, term, i) => (word.includes(term) ? bits | (1 << i) : bits), 0),
    );
    const countIn = (text: number[]) => bitsOf(text.reduce((bits, word) => bits | (found[word] ?? 0), 0));
    return market
      .map(({ title, description }, index) => ({
        index,
        score: 5 * countIn(title) + 3 * countIn(description),
      }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || other.index - one.index)
      .slice(0, 3);
  };
}

function withoutAccents(text: string): string {
  return text
    .toLowerCase()
    .replace(/[à-ž]/g, (letter) => letter.normalize("NFD").replace(/[\u0300-\u036f]/g, ""));
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) count++;
  return count;
}
