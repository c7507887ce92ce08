// Generates the first migration anew from drizzle/schema. Its hand-written half, 0001_rules.sql, stays.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./processes.ts";

const folder = join(root, "drizzle/migrations");
for (const name of readdirSync(folder)) {
  if (name === "meta" || name.startsWith("0000")) rmSync(join(folder, name), { recursive: true });
}
const { code } = await run(
  [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", "--name", "first"],
  {},
  true,
);
process.exitCode = code;
