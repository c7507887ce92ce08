import { root, stopAll } from "../processes.ts";
import type { DevServer } from "./dev/server.ts";
import { type Stack, startStack } from "./stack.ts";
import { stateFolder } from "./state.ts";

const demoAccounts = ["buyer", "buyer2", "seller", "seller2", "newseller", "applicant", "admin"];

/**
 * Runs the product in the foreground until a signal ends it, as `npm start` and `npm run dev` do.
 * @param startDev starts what `npm run dev` runs in place of the built product
 */
export async function runInForeground(
  startDev?: (root: string, say: (sentence: string) => void) => Promise<DevServer>,
): Promise<void> {
  const began = Date.now();
  let stack: Stack | null = null;
  let dev: DevServer | undefined;
  let ending = false;
  const end = async (code: number): Promise<void> => {
    if (ending) return;
    ending = true;
    await Promise.all([stack?.stop(), dev?.stop(), stopAll()]);
    process.exit(code);
  };
  const fail = async (error: unknown): Promise<void> => {
    if (ending) return;
    console.error(error instanceof Error ? error.message : error);
    await end(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(signal, () => void end(0));
  try {
    dev = await startDev?.(root, console.log);
    const running = await startStack({
      dev,
      port: portFrom("PORT", 8787),
      sandboxPort: portFrom("SANDBOX_PORT", 8788),
      stateDir: stateFolder(),
      say: console.log,
    });
    stack = running;
    dev?.onNewWorker(running.reload);
    // Runs what became due while the server was off. Until then /healthz reports that nothing runs.
    await running.runScheduledWork();
    console.log(`
Handiwork        ${running.url}
its mailbox      ${running.url}/dev/mailbox
Stripe stand-in  ${running.sandboxUrl} (card 4242 4242 4242 4242)
accounts         ${demoAccounts.join(", ")} @handiwork.test
their password   handiwork-demo

Ready in ${((Date.now() - began) / 1000).toFixed(1)} s. Ctrl-C ends it.`);
    setInterval(() => running.runScheduledWork().catch(fail), 60_000);
  } catch (error) {
    await fail(error);
  }
}

function portFrom(name: string, usual: number): number {
  const text = process.env[name];
  if (!text) return usual;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  console.error(`${name} must be a port number, not '${text}'.`);
  process.exit(1);
}
