import { stopAll } from "./children.ts";
import { seedState } from "./stack.ts";
import { forgetMarket, stateFolder, take } from "./state.ts";

const [unknown] = process.argv.slice(2);
if (unknown !== undefined) {
  console.error(`'npm run seed' takes no arguments; it does not know '${unknown}'.`);
  process.exit(1);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => void stopAll().then(() => process.exit(1)));
}
try {
  const stateDir = stateFolder();
  take(stateDir);
  forgetMarket(stateDir);
  const port = Number(process.env.PORT || 8787);
  const sandboxPort = Number(process.env.SANDBOX_PORT || 8788);
  await seedState({ port, sandboxPort, stateDir, say: console.log });
  console.log("The local market is seeded anew; `npm start` opens it.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stopAll();
  process.exitCode = 1;
}
