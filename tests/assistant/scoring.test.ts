import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { recommend } from "#app/assistant/recommendations.server.ts";
import { scoreOf } from "#app/assistant/score.ts";
import { fullScoring } from "./full-scoring.ts";
import { indexOf, insertGigs, randomFrom, texts, vocabulary } from "./market.ts";

const random = randomFrom(18);
const words = vocabulary(4000, random);
const market = texts(10_000, words, random);
await insertGigs(market);
const best = fullScoring(market);
const expectedFor = (question: string) => best(question).map(({ index, score }) => ({ index, score }));

const from = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
/** How the words of a question are chosen. */
const kinds: Record<string, (count: number) => string[]> = {
  rare: (count) => Array.from({ length: count }, () => from(words.slice(1000))),
  mixed: (count) => Array.from({ length: count }, (_, i) => from(i % 2 ? words : words.slice(0, 200))),
  common: (count) => Array.from({ length: count }, () => from(words.slice(0, 120))),
  "of one service": (count) => {
    const { title, description } = market[Math.floor(random() * market.length)] ?? {
      title: "",
      description: "",
    };
    const own = `${title} ${description}`.split(" ");
    return Array.from({ length: count }, () => from(own));
  },
  parts: (count) => Array.from({ length: count }, () => from(words.slice(50)).slice(0, 4)),
};
/** With more common words, not every gig can be compared (docs/specification.md#assistant-bounds). */
const maxWords = (kind: string) => (["common", "of one service"].includes(kind) ? 8 : 12);
const questions = Object.entries(kinds).flatMap(([kind, wordsOfKind]) =>
  Array.from({ length: 12 }, (_, i) => wordsOfKind(1 + (i % maxWords(kind))).join(" ")),
);

const answer = async (question: string, db = drizzle(env.DB)) =>
  (await recommend(db, question)).map(({ gig, matches }) => ({
    index: indexOf(gig),
    score: scoreOf(matches),
  }));

it("60 questions among 10,000 services are answered as if every service were scored", async () => {
  expect(questions.length).toBe(60);
  const answers = await Promise.all(questions.map((question) => answer(question)));
  const other = questions.flatMap((question, i) => {
    const [found, expected] = [JSON.stringify(answers[i]), JSON.stringify(expectedFor(question))];
    return found === expected ? [] : [`${question}: ${found} for ${expected}`];
  });
  expect(other).toEqual([]);
});
