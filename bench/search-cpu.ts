import { findFreePort } from "#scripts/ports.ts";
import { cpuOf, production, startIsolate } from "#tests/support/isolate.ts";
import { atMost, type Figure, noLimit } from "./figure.ts";
import { searchPaths } from "./rows.ts";

/** How often each address is requested. The clock tick of a process's CPU time is 10 ms. */
const rounds = 10;

/**
 * Measures the CPU time of a search without filters, rendered for each request: the product's own, and
 * together with that of the local database, which the same process runs. On Cloudflare the database is
 * another machine.
 * @param stateDir a seeded local state that no server uses; the product must be built
 */
export async function searchCpu(stateDir: string): Promise<Figure[]> {
  const own = await measure("without-database", stateDir);
  const together = await measure("without-caches", stateDir);
  const median = (all: Used[]) => all[all.length >> 1]?.ms ?? Number.NaN;
  const note = (all: Used[]) => `median of ${all.length}: ${median(all)} ms; most: \`${all.at(-1)?.path}\``;
  return [
    atMost("CPU of a search", own.at(-1)?.ms ?? Number.NaN, "ms", 25, note(own)),
    noLimit("the same with the local database's", together.at(-1)?.ms ?? Number.NaN, "ms", note(together)),
  ];
}

type Used = { path: string; ms: number };

/** Sends every search to one of `bench/workers`. @returns the cheapest first */
async function measure(name: string, stateDir: string): Promise<Used[]> {
  const main = `bench/workers/${name}.ts`;
  const bindings = { ...production, APP_ORIGIN: "http://127.0.0.1" };
  const { url, pid, end } = await startIsolate({ name, main, bindings, stateDir }, await findFreePort());
  try {
    if (pid === null) throw new Error("The system does not report the CPU time of a process.");
    const used: Used[] = [];
    for (const path of searchPaths()) {
      await ask(url, path);
      const before = cpuOf(pid);
      for (let round = 0; round < rounds; round++) await ask(url, path);
      used.push({ path, ms: (cpuOf(pid) - before) / rounds });
    }
    return used.sort((a, b) => a.ms - b.ms);
  } finally {
    await end();
  }
}

/** @throws Error if the response is not 200 */
async function ask(origin: URL, path: string): Promise<void> {
  const answer = await fetch(new URL(path, origin));
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}.`);
}
