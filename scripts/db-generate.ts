// Writes the next numbered migration from the changes in drizzle/schema: `npm run db:generate -- name`. With
// `--custom` the file is empty, for rows, triggers and search indexes. Released migrations are frozen
// (docs/operations.md#migrations): a change is always a new file.
import { join } from "node:path";
import { root, run } from "./processes.ts";

const flags = process.argv.slice(2);
const name = flags.find((flag) => !flag.startsWith("--"));
const { code } = await run(
  [
    join(root, "node_modules/drizzle-kit/bin.cjs"),
    "generate",
    ...(name ? ["--name", name] : []),
    ...(flags.includes("--custom") ? ["--custom"] : []),
  ],
  {},
  true,
);
process.exitCode = code;
