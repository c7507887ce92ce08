// `npm run bench`: the judges that are too slow for `npm test`, on a market of their own. One line per screen; the last line is
// `N passed, N failed`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { freePort, stopAll } from "./children.ts";
import { browsingScreens, judgeOf, someService } from "./judge-screens.ts";
import { startStack } from "./stack.ts";

const stateDir = mkdtempSync(join(tmpdir(), "handiwork-bench-"));
let passed = 0;
let failed = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.on(signal, () => void end(130));
}
try {
  await screens();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
}
await end(failed === 0 && passed > 0 ? 0 : 1);

/** axe in both themes and widths, nothing wider than its window, no dead link. */
async function screens(): Promise<void> {
  const browser = await findBrowser(console.log);
  const { url } = await startStack({ port: await freePort(), sandboxPort: await freePort(), stateDir });
  const judge = await judgeOf(browser, url);
  for (const screen of browsingScreens(await someService(url))) {
    const wrong = await judge.look(screen).catch((error: unknown) => [String(error)]);
    if (wrong.length === 0) passed += 1;
    else failed += 1;
    console.log(`${wrong.length === 0 ? "ok    " : "FAILED"} ${screen.name}  ${screen.path}`);
    for (const sentence of wrong) console.log(`         ${sentence}`);
  }
  await judge.end();
}

async function end(code: number): Promise<never> {
  await stopAll();
  rmSync(stateDir, { recursive: true, force: true });
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(code);
}
