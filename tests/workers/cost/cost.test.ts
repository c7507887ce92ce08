import { expect, test } from "vitest";
import { startAttackedWorker } from "./attacked-worker.ts";
import { type Attack, attacks } from "./attacks.ts";

/** An attack may cost this many times as much CPU as an ordinary 404. */
const most = 10;

/** The clock tick of a process's CPU time is 10 ms: what is compared must be many of them. */
const measured = 200;

const ordinary: Attack = { name: "an ordinary 404", path: "/no/such/page" };

test("No request costs more than ten times the CPU of an ordinary 404", async () => {
  const worker = await startAttackedWorker();
  try {
    if (worker.pid === null) {
      process.stderr.write("The cost of hostile requests is not measured: only Linux tells the CPU time.\n");
      return;
    }
    await worker.cost(ordinary, 100);
    const cheap = await worker.cost(ordinary, 50);
    // As many as would cost 200 ms at the limit.
    const times = Math.ceil(measured / (most * cheap));
    const ratio = async (attack: Attack, count: number) => (await worker.cost(attack, count)) / cheap;
    const costs: { name: string; ratio: number }[] = [];
    for (const attack of attacks) {
      // A quarter of the requests is enough to show which attacks are far below the limit.
      const first = await ratio(attack, Math.ceil(times / 4));
      const isNear = first > most / 3;
      costs.push({ name: attack.name, ratio: Math.round(isNear ? await ratio(attack, times) : first) });
    }
    costs.sort((a, b) => b.ratio - a.ratio);
    console.log(`A 404 costs ${cheap} ms. The dearest: ${JSON.stringify(costs.slice(0, 12))}`);
    expect(costs.filter(({ ratio }) => ratio > most)).toEqual([]);
  } finally {
    await worker.end();
  }
}, 300_000);
