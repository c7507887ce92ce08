/** Ten times the input may cost this many times the CPU; work that grows with the square costs a hundred. */
const mostGrowth = 15;

/** Costs below this are noise, in ms of CPU. */
const noise = 0.3;

/**
 * Looks for an input whose work costs over 15 times the CPU of this thread that a tenth of it costs.
 * @param run prepares an input of this length, and returns the work
 * @returns the shortest such input of 100 characters to 100 KB; null if the work grows with its input
 */
export async function steepStep(run: (length: number) => () => unknown): Promise<string | null> {
  for (const length of [100, 1000, 10_000, 100_000]) {
    const cost = await leastCost(run(length));
    // Most inputs are this cheap, whatever a tenth of them costs.
    if (cost <= mostGrowth * noise) continue;
    const before = await leastCost(run(length / 10), 0);
    if (cost > mostGrowth * Math.max(before, noise))
      return `${length} characters cost ${cost.toFixed(1)} ms, a tenth of them ${before.toFixed(1)} ms`;
  }
  return null;
}

/** The least CPU of five runs, in ms. A run that is cheap enough is the last. */
async function leastCost(work: () => unknown, enough = mostGrowth * noise): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && least > enough; run++) {
    const begin = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(begin);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
