import { startDevServer } from "./local/dev/server.ts";
import { runInForeground } from "./local/foreground.ts";

await runInForeground(startDevServer);
