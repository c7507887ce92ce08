import { readFileSync, watchFile, writeFileSync } from "node:fs";
import { stopAll } from "../processes.ts";
import { buildLog } from "./config.ts";
import { startStack } from "./stack.ts";
import { stateFolder } from "./state.ts";

const demoAccounts = ["buyer", "buyer2", "seller", "seller2", "newseller", "applicant", "admin"];

/** Runs the product in the foreground until a signal ends it, as `npm start` and `npm run dev` do. */
export async function runInForeground({ watch }: { watch: boolean }): Promise<void> {
  const began = Date.now();
  let ending = false;
  const end = async (code: number): Promise<never> => {
    ending = true;
    await stopAll();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
    process.on(signal, () => {
      if (!ending) void end(0);
    });
  }
  try {
    const stack = await startStack({
      port: portFrom("PORT", 8787),
      sandboxPort: portFrom("SANDBOX_PORT", 8788),
      stateDir: stateFolder(),
      watch,
      say: console.log,
    });
    // What became due while the server was off. Until then /healthz says that nothing runs.
    await runScheduledWork(stack.url, stack.sandboxUrl);
    console.log(`
Handiwork        ${stack.url}
its mailbox      ${stack.url}/dev/mailbox
Stripe stand-in  ${stack.sandboxUrl} (card 4242 4242 4242 4242)
accounts         ${demoAccounts.join(", ")} @handiwork.test
their password   handiwork-demo

Ready in ${((Date.now() - began) / 1000).toFixed(1)} s. Ctrl-C ends it.`);
    if (watch) showFailedBuilds(buildLog(stateFolder()));
    setInterval(() => runScheduledWork(stack.url, stack.sandboxUrl), 60_000);
    const reason = await stack.broken;
    if (ending) return;
    console.error(reason);
    await end(1);
  } catch (error) {
    if (ending) return;
    console.error(error instanceof Error ? error.message : error);
    await end(1);
  }
}

/** Prints the log of each failed build. */
function showFailedBuilds(log: string): void {
  writeFileSync(log, "");
  watchFile(log, { interval: 300 }, () => console.error(readFileSync(log, "utf8")));
}

/** Local servers run no cron triggers, but their runtime has an address for it. Failures are in its log. */
async function runScheduledWork(url: string, sandboxUrl: string): Promise<void> {
  await fetch(`${url}/cdn-cgi/local/scheduled`).catch(() => null);
  await fetch(`${sandboxUrl}/healthz`).catch(() => null);
}

function portFrom(name: string, usual: number): number {
  const text = process.env[name];
  if (!text) return usual;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  console.error(`${name} must be a port number, not '${text}'.`);
  process.exit(1);
}
