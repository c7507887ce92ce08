import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { recommend } from "#app/assistant/recommendations.server.ts";
import { scoreOf } from "#app/assistant/score.ts";
import { termsOf } from "#app/assistant/terms.ts";
import { fullScoring, indexOf, insertGigs, randomFrom, texts, vocabulary } from "./market.ts";

const random = randomFrom(18);
const words = vocabulary(4000, random);
const market = texts(10_000, words, random);
await insertGigs(market);

const from = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
/** How the words of a question are chosen. */
const kinds: Record<string, (count: number) => string[]> = {
  rare: (count) => Array.from({ length: count }, () => from(words.slice(1000))),
  mixed: (count) => Array.from({ length: count }, (_, i) => from(i % 2 ? words : words.slice(0, 200))),
  common: (count) => Array.from({ length: Math.min(count, 8) }, () => from(words.slice(0, 120))),
  "of one service": (count) => {
    const { title, description } = market[Math.floor(random() * market.length)] ?? {
      title: "",
      description: "",
    };
    const own = `${title} ${description}`.split(" ");
    // Eight words at most, because most of them are common (docs/specification.md#assistant-bounds).
    return Array.from({ length: Math.min(count, 8) }, () => from(own));
  },
  parts: (count) => Array.from({ length: count }, () => from(words.slice(50)).slice(0, 4)),
};
const questions = Object.values(kinds).flatMap((wordsOfKind) =>
  Array.from({ length: 60 }, (_, i) => wordsOfKind(1 + (i % 12)).join(" ")),
);

const answer = async (terms: string[], db = drizzle(env.DB)) =>
  (await recommend(db, terms)).map(({ gig, matches }) => ({ index: indexOf(gig), score: scoreOf(matches) }));

it("300 questions among 10,000 services are answered as if every service were scored", async () => {
  expect(questions.length).toBe(300);
  const other: string[] = [];
  for (const question of questions) {
    const terms = termsOf(question);
    const [found, expected] = [await answer(terms), fullScoring(market, terms)];
    if (JSON.stringify(found) !== JSON.stringify(expected))
      other.push(`${question}: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`);
  }
  expect(other).toEqual([]);
});
