import { seedState } from "./local/stack.ts";
import { deleteMarket, lock, stateFolder } from "./local/state.ts";
import { stopAll } from "./processes.ts";

const gigs = readGigs(process.argv.slice(2));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => void stopAll().then(() => process.exit(1)));
}
try {
  const stateDir = stateFolder();
  lock(stateDir);
  deleteMarket(stateDir);
  const port = Number(process.env.PORT || 8787);
  const sandboxPort = Number(process.env.SANDBOX_PORT || 8788);
  await seedState({ port, sandboxPort, stateDir, gigs, say: console.log });
  console.log("A new local market is seeded. `npm start` opens it.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stopAll();
  process.exitCode = 1;
}

/**
 * Reads `--gigs N` or `--gigs=N`: how many generated gigs the market has in addition to the hand-written
 * ones.
 */
function readGigs(args: string[]): number {
  if (args.length === 0) return 0;
  const number = /^--gigs[= ](\d{1,7})$/.exec(args.join(" "))?.[1];
  if (number !== undefined) return Number(number);
  console.error(`'npm run seed' accepts '--gigs N', not '${args.join(" ")}'.`);
  return process.exit(1);
}
