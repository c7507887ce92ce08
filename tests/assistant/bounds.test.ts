import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { rankedRead, recommend, surelyPassed, termsByScore } from "#app/assistant/recommendations.server.ts";
import { scoreOf } from "#app/assistant/score.ts";
import { newestRead } from "#app/assistant/scored-gigs.server.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import { indexOf, insertGigs, type Texts } from "./market.ts";

const count = 5000;
/** Twelve words that every gig has, in title or description. */
const everywhere =
  "anvil bellows copper dovetail enamel fretwork gilding hammer inlay jigsaw kiln lathe".split(" ");
const usual: Texts = { title: everywhere.slice(0, 4).join(" "), description: everywhere.slice(4).join(" ") };
const all = Array.from({ length: count }, () => usual);
/** The oldest one has all words twice, a word that no other has, and one that is too short for the index. */
all[0] = { title: everywhere.join(" "), description: `${everywhere.join(" ")} quartz qz` };
/** The next one has all words, and four of them twice. */
all[1] = { title: everywhere.slice(8).join(" "), description: everywhere.join(" ") };
/** Eight more words, each in nearly as many others as the assistant reads of one of twelve words. */
const seldom = "mallet needle oilcloth pliers rasp sickle trowel vise".split(" ");
const each = Math.floor(2000 / 12) - 1;
for (const [i, word] of seldom.entries())
  for (let k = 0; k < each; k++) {
    const { title, description } = usual;
    all[2 + i * each + k] = { title, description: `${description} ${word}` };
  }
await insertGigs(all);

const ask = async (terms: string[], database = env.DB) =>
  (await recommend(drizzle(database), terms)).map(({ gig, matches }) => [indexOf(gig), scoreOf(matches)]);

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
  expect(read()).toBeGreaterThan(4300);
});

it("A search that takes too long returns the best services found so far", async () => {
  const three = everywhere.slice(0, 3);
  const found = await recommend(drizzle(env.DB), three, () => true);
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

it("Words of one and two letters are searched in the 500 newest services only", async () => {
  expect(newestRead).toBe(500);
  expect(await ask(["qz"])).toEqual([]);
  expect(await ask(["an", "z"])).toEqual([
    [count - 1, 5],
    [count - 2, 5],
    [count - 3, 5],
  ]);
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
