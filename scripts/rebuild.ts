// `npm run dev` runs this after every change: node scripts/rebuild.ts LOG. It builds into another folder and
// then replaces the running bundle: Remix empties its folder first, so a request during a build, or after a
// failed one, would find none.
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./processes.ts";

const newBuild = "dist/next";
const remix = join(root, "node_modules/@remix-run/dev/dist/cli.js");
const { code, text } = await run([remix, "vite:build", "--logLevel", "warn"], { BUILD_DIRECTORY: newBuild });
if (code === 0) {
  // The server's bundle last: the server reloads when it changes, and needs the client's files then.
  for (const part of ["client", "server"]) {
    cpSync(join(root, newBuild, part), join(root, "build", part), { recursive: true });
  }
} else {
  // wrangler does not print a build's output; scripts/local/foreground.ts prints this file.
  const [log] = process.argv.slice(2);
  if (log) writeFileSync(log, `${text}\nThe build failed. The last good build keeps running.`);
}
rmSync(join(root, "build/.hash"), { force: true });
