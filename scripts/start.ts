import { run } from "./run-stack.ts";

await run({ watch: false });
