import { runInForeground } from "./local/foreground.ts";

await runInForeground();
