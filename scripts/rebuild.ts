// `npm run dev` runs this after every change (node scripts/rebuild.ts REPORT): it builds beside the running bundle and then puts the new one in its place. Remix
// empties its folder before it builds; a request in that moment, or a build that fails, would leave nothing to answer with.
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./children.ts";

const beside = "dist/next";
const remix = join(root, "node_modules/@remix-run/dev/dist/cli.js");
const { code, text } = await run([remix, "vite:build", "--logLevel", "warn"], { BUILD_DIRECTORY: beside });
if (code === 0) {
  // The server's bundle last: the server reloads when it changes, and its scripts must be there by then.
  for (const part of ["client", "server"]) {
    cpSync(join(root, beside, part), join(root, "build", part), { recursive: true });
  }
} else {
  // wrangler shows nothing of what a build says; scripts/run-stack.ts shows what stands in this file.
  const [report] = process.argv.slice(2);
  if (report) writeFileSync(report, `${text}\nThe build failed; the last good one goes on.`);
}
rmSync(join(root, "build/.hash"), { force: true });
