import { root, runLine } from "#scripts/processes.ts";
import { cpuOf } from "#tests/support/isolate.ts";
import { median } from "./figure.ts";

/**
 * A server under load, and the address to request. `pid`: null if its CPU time cannot be read. `gzip`:
 * requested with gzip, as browsers do.
 */
export type Candidate = { name: string; url: URL; pid: number | null; gzip: boolean };

/** Medians of the rounds: answers per second, and CPU time of the worker's process per answer, in ms. */
export type Rate = { rate: number; cpu: number | null };

/** npx installs it on first use. */
const autocannon = "npx --yes autocannon@8.0.0 --json --connections 8 --duration 1";

/**
 * Puts load on all candidates in turn (A B C A B C …), so that other work of the machine affects all of them
 * equally.
 * @param rounds of one second for each candidate
 */
export async function compareRates(candidates: Candidate[], rounds: number): Promise<Rate[]> {
  const measured = candidates.map((): { rate: number; cpu: number }[] => []);
  // Two extra rounds to warm up: the engine optimises code that runs often.
  for (let round = -2; round < rounds; round++) {
    for (const [i, candidate] of candidates.entries()) {
      const result = await load(candidate);
      if (round >= 0) measured[i]?.push(result);
    }
  }
  return candidates.map(({ pid }, i) => ({
    rate: median((measured[i] ?? []).map(({ rate }) => rate)),
    cpu: pid === null ? null : Number(median((measured[i] ?? []).map(({ cpu }) => cpu)).toFixed(2)),
  }));
}

/** @throws Error if a response is not 200 */
async function load({ name, url, pid, gzip }: Candidate): Promise<{ rate: number; cpu: number }> {
  const before = pid === null ? 0 : cpuOf(pid);
  const line = `${autocannon} ${gzip ? '--headers "Accept-Encoding: gzip"' : ""} "${url}"`;
  const { code, text } = await runLine(line, {}, root);
  const used = pid === null ? 0 : cpuOf(pid) - before;
  if (code !== 0) throw new Error(`autocannon failed on ${name}:\n${text}`);
  const result = JSON.parse(text.slice(text.indexOf('{"url"')));
  const answers: number = result["2xx"];
  if (answers === 0 || result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name} answered ${JSON.stringify(result.statusCodeStats)}`);
  return { rate: answers / result.duration, cpu: used / answers };
}
