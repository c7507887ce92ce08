import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import {
  comparedByRating,
  rankedRead,
  recommend,
  surelyPassed,
  termsByScore,
} from "#app/assistant/recommendations.server.ts";
import { scoreOf } from "#app/assistant/score.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import type { Texts } from "./full-scoring.ts";
import { indexOf, insertGigs } from "./market.ts";

const count = 5000;
/** Twelve words that every gig has, in title or description. */
const everywhere =
  "anvil bellows copper dovetail enamel fretwork gilding hammer inlay jigsaw kiln lathe".split(" ");
const usual: Texts = { title: everywhere.slice(0, 4).join(" "), description: everywhere.slice(4).join(" ") };
const all = Array.from({ length: count }, () => usual);
/** The oldest gig has all words twice, a word that no other has, and a word of two letters. */
all[0] = { title: everywhere.join(" "), description: `${everywhere.join(" ")} quartz qz` };
/** The next gig has all words, and four of them twice. */
all[1] = { title: everywhere.slice(8).join(" "), description: everywhere.join(" ") };
/** Eight more words, each in one gig fewer than the assistant reads for each of twelve words. */
const seldom = "mallet needle oilcloth pliers rasp sickle trowel vise".split(" ");
const each = Math.floor(1800 / 12) - 1;
for (const [i, word] of seldom.entries())
  for (let k = 0; k < each; k++) {
    const { title, description } = usual;
    all[2 + i * each + k] = { title, description: `${description} ${word}` };
  }
await insertGigs(all);

const ask = async (terms: string[], database = env.DB) =>
  (await recommend(drizzle(database), terms.join(" "))).map(({ gig, matches }) => [
    indexOf(gig),
    scoreOf(matches),
  ]);

it("Twelve words that all services have read at most 5,000 rows: the index ranks the best of them first", async () => {
  const { database, read } = measuredDatabase(env.DB);
  const found = await ask(everywhere, database);
  expect(read()).toBeLessThanOrEqual(5000);
  expect(found).toEqual([
    [0, 96],
    [1, 56],
    [count - 1, 44],
  ]);
});

it("Four words that all services have, and eight that many have, read at most 5,000 rows", async () => {
  expect([termsByScore, rankedRead]).toEqual([3, 1000]);
  const { database, read } = measuredDatabase(env.DB);
  await ask([...seldom, ...everywhere.slice(0, 4)], database);
  expect(read()).toBeLessThanOrEqual(5000);
  expect(read()).toBeGreaterThan(3900);
});

it("A search that takes too long returns the best services found so far", async () => {
  const three = everywhere.slice(0, 3);
  const found = await recommend(drizzle(env.DB), three.join(" "), () => true);
  expect(found.map(({ matches }) => scoreOf(matches))).toEqual([15, 15, 15]);
  expect((await ask(three))[0]).toEqual([0, 24]);
});

it("Of several services with the same score, the newest come first", async () => {
  expect(await ask(["anvil"])).toEqual([
    [0, 8],
    [count - 1, 5],
    [count - 2, 5],
  ]);
});

it("Words of two letters are found however old the services are", async () => {
  expect(await ask(["qz"])).toEqual([[0, 3]]);
  expect(await ask(["an", "z"])).toEqual([]);
});

it("Of services with the same score, those with more of the words come first, then the best rated of the newest 60", async () => {
  expect(comparedByRating).toBe(60);
  const rate = (index: number) =>
    env.DB.prepare("update gigs set review_count = 9, rating_sum = 45 where slug like ?")
      .bind(`%-${index}.0`)
      .run();
  await rate(count - 40);
  await rate(count - 90);
  expect(await ask(["bellows"])).toEqual([
    [0, 8],
    [count - 40, 5],
    [count - 1, 5],
  ]);
  await insertGigs([
    { title: "A spindle", description: "A spindle." },
    { title: "A spindle", description: "For a treadle." },
  ]);
  expect((await ask(["spindle", "treadle"]))[0]).toEqual([1, 8]);
});

it("Two mistyped words are corrected, the longest ones, within the same bound", async () => {
  const { database, read } = measuredDatabase(env.DB);
  const found = await ask(
    ["quarz", "jigsow", "enamle", ...everywhere.slice(6, 9), ...seldom.slice(0, 6)],
    database,
  );
  expect(found[0]).toEqual([0, 8 * 5]);
  expect(read()).toBeLessThanOrEqual(5000);
});

it("Common words are searched in the newest million services that have one, and in at least 20,000", async () => {
  expect(surelyPassed).toBe(20_000);
  // As if there were three million services between the old ones and these.
  await insertGigs(
    Array.from({ length: 600 }, () => usual),
    3_000_000,
  );
  const terms = everywhere.slice(0, 6);
  expect(await ask(terms)).toEqual([
    [599, 26],
    [598, 26],
    [597, 26],
  ]);
  expect(await ask(everywhere.slice(0, 2))).toEqual([
    [599, 10],
    [598, 10],
    [597, 10],
  ]);
  // A word that few services have finds them, however old they are.
  expect((await ask(["quartz", ...terms]))[0]).toEqual([0, 51]);
});
