import { env } from "cloudflare:workers";
import { withDeferredIndexes } from "#drizzle/seed/bulk.ts";
import { category, person } from "../support/factories.ts";
import { db } from "../support/visitor.ts";
import type { Texts } from "./full-scoring.ts";

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
