import { runInForeground } from "./foreground.ts";

await runInForeground({ watch: true });
