// Writes the next numbered migration from what changed in drizzle/schema: `npm run db:generate -- name`.
// Released migrations are frozen (docs/operations.md#migrations): a change is always a new file.
import { join } from "node:path";
import { root, run } from "./processes.ts";

const [name] = process.argv.slice(2);
const { code } = await run(
  [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", ...(name ? ["--name", name] : [])],
  {},
  true,
);
process.exitCode = code;
