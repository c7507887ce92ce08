import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { decisiveTerms, recommend, surelyPassed } from "#app/assistant/recommendations.server.ts";
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
/** The next one scores 56 for all words, but only 12 for the first four. */
all[1] = { title: everywhere.slice(8).join(" "), description: everywhere.join(" ") };
await insertGigs(all);

const ask = async (terms: string[], database = env.DB) =>
  (await recommend(drizzle(database), terms)).map(({ gig, matches }) => [indexOf(gig), scoreOf(matches)]);

it("Twelve words that all services have read at most 5,000 rows, and four of them decide which are scored", async () => {
  const { database, read } = measuredDatabase(env.DB);
  const found = await ask(everywhere, database);
  expect(read()).toBeLessThanOrEqual(5000);
  expect(found[0]).toEqual([0, 96]);
  expect(found.slice(1)).toEqual([
    [count - 1, 44],
    [count - 2, 44],
  ]);
  expect(decisiveTerms).toEqual({ most: 8, least: 4 });
});

it("A search that is late ends with the best services so far", async () => {
  const { database, read } = measuredDatabase(env.DB);
  const found = await recommend(drizzle(database), everywhere, () => true);
  expect(found.map(({ matches }) => scoreOf(matches))).toEqual([44, 44, 44]);
  const late = read();
  await ask(everywhere, database);
  expect(read() - late).toBeGreaterThan(late);
});

it("Of several services with the same score, the newest come first", async () => {
  expect(await ask(["anvil"])).toEqual([
    [0, 8],
    [count - 1, 5],
    [count - 2, 5],
  ]);
});

it("Words of one and two letters are looked for in the 500 newest services only", async () => {
  expect(newestRead).toBe(500);
  expect(await ask(["qz"])).toEqual([]);
  expect(await ask(["an", "z"])).toEqual([
    [count - 1, 5],
    [count - 2, 5],
    [count - 3, 5],
  ]);
});

it("Common words are looked for in as many of the newest services as a query may pass, 20,000 at least", async () => {
  expect(surelyPassed).toBe(20_000);
  // As if three million services lay between the old ones and these.
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
  // A word that few services have finds them, however old they are.
  expect((await ask(["quartz", ...terms]))[0]).toEqual([0, 51]);
});
