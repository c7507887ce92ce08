import { join } from "node:path";
import { build } from "../build.ts";
import { root, run } from "../processes.ts";
import { atMost, type Figure } from "./figure.ts";

/** How many requests one runtime answers: its database grows with each order. */
const perRuntime = 5000;

type Outcome = { failures: string[]; longest: { ms: number; what: string } };

/**
 * Sends requests that no page sends (tests/workers/fuzz.test.ts), beginning after those of `npm test`. None
 * may be answered by a 5xx or take long.
 */
export async function fuzz(count: number): Promise<Figure[]> {
  await build();
  const failures: string[] = [];
  let longest: Outcome["longest"] = { ms: 0, what: "" };
  for (let done = 0; done < count; done += perRuntime) {
    const next = Math.min(perRuntime, count - done);
    const outcome = await send({ FUZZ: String(next), SEED: String(501 + done) });
    failures.push(...outcome.failures);
    if (outcome.longest.ms > longest.ms) longest = outcome.longest;
    console.error(`fuzz: ${done + next}, ${failures.length} failed`);
  }
  for (const failure of failures) console.error(failure);
  return [
    atMost(
      `5xx answers or error lines, of ${count.toLocaleString("en-US")} requests`,
      failures.length,
      "",
      0,
    ),
    atMost("longest of them", longest.ms, "ms", 200, longest.what),
  ];
}

async function send(env: Record<string, string>): Promise<Outcome> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { code, text } = await run([vitest, "run", "--silent=false", "tests/workers/fuzz"], {
    ...env,
    NO_COLOR: "1",
  });
  const line = /^fuzz: (\{.*\})$/m.exec(text)?.[1];
  if (!line) throw new Error(`The requests were not sent:\n${text}`);
  const outcome: Outcome = JSON.parse(line);
  if (code !== 0 && outcome.failures.length === 0) throw new Error(text);
  return outcome;
}
