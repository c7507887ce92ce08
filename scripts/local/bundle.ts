// The last step of a build: `node scripts/local/bundle.ts` (scripts/build.ts).
import { writeApp, writeSettings } from "./built-workers.ts";

await writeApp();
await writeSettings();
process.exit();
