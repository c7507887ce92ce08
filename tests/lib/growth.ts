/**
 * Ten times the input may cost this many times the CPU time; quadratic work costs a hundred times as much.
 */
const maxGrowth = 15;

/** A tenth that costs less than this counts as this much, in ms. */
const noise = 1;

/** How far the kernel's count of a thread's CPU time may lag behind, in ms. */
const tick = 4;

/**
 * Looks for an input that costs over 15 times the CPU time of a tenth of it.
 * @param run prepares an input of this length, and returns the work
 * @returns the shortest such input of 1 to 100 KB; null if the work grows with its input
 */
export async function steepStep(run: (length: number) => () => unknown): Promise<string | null> {
  for (const length of [1000, 10_000, 100_000]) {
    // Garbage collection can distort one measurement, so only three steep ones in a row count.
    let steep = await steepAt(run, length);
    for (let again = 0; again < 2 && steep; again++) steep = await steepAt(run, length);
    if (steep) return steep;
  }
  return null;
}

async function steepAt(run: (length: number) => () => unknown, length: number): Promise<string | null> {
  const cost = await leastCost(run(length));
  // Most inputs are this cheap, whatever a tenth of them costs.
  if (cost <= maxGrowth * noise) return null;
  const before = await leastCost(run(length / 10), 0);
  if (cost <= maxGrowth * Math.max(before, noise)) return null;
  return `${length} characters cost ${cost.toFixed(1)} ms, a tenth of them ${before.toFixed(1)} ms`;
}

/**
 * The least cost of five runs, in ms. A run that is cheap enough is the last. On a busy machine a short run
 * is rarely interrupted; for a long one, the thread's CPU time counts.
 */
async function leastCost(work: () => unknown, enough = maxGrowth * noise): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && least > enough; run++) {
    const before = process.threadCpuUsage();
    const began = performance.now();
    await work();
    const passed = performance.now() - began;
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, passed, (user + system) / 1000 + tick);
  }
  return least;
}
