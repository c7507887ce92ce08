import { statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { V4WorkerOptions } from "miniflare";
import { createLogger, createServer as createVite } from "vite";
import { type Change, reportChanges } from "./changes.ts";
import { ServerModules } from "./modules.ts";
import { bundleDevWorker } from "./worker.ts";

/** The path of Vite's modules in the browser. workers/local/dev.ts sends these requests here. */
const base = "/-/dev/";
/** Files that the runtime changes while it runs. */
const ignored = ["build", "dist", "tests", "bench", ".state", ".wrangler", "test-results"];

/**
 * Packages that pages need and Remix does not list. Vite discovers any other package when a page first needs
 * it, and then reloads the page.
 */
export const browserPackages = ["@conform-to/dom"];

export type DevServer = {
  /**
   * Replaces the built worker with one that runs the product's sources, with the same bindings.
   * @throws Error if a source cannot be transformed
   */
  replace(built: V4WorkerOptions): Promise<V4WorkerOptions>;
  /** Registers how the runtime reloads that worker, which contains the packages. */
  onNewWorker(restart: () => Promise<void>): void;
  stop(): Promise<void>;
};

/**
 * Starts Vite for the browser and for the worker of `npm run dev`, on its own port. The worker requests the
 * product's modules from it, and forwards the browser's requests for modules.
 * @param root the project's folder, with its vite.config.ts
 * @param say receives what has changed, and why it does not run
 */
export async function startDevServer(root: string, say: (sentence: string) => void): Promise<DevServer> {
  let restart: (() => Promise<void>) | null = null;
  let bundled: { sources: string[]; packages: number } | null = null;
  const problems = reportedOnce(say);
  const http = createServer();
  const vite = await createVite({
    root,
    base,
    configFile: join(root, "vite.config.ts"),
    mode: "development",
    customLogger: { ...createLogger("error"), error: (text, more) => problems.say(more?.error ?? text) },
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server: http, overlay: false },
      watch: { ignored: ignored.map((name) => `${join(root, name)}/**`) },
    },
    // The worker sets this variable each time it loads new modules.
    define: { "import.meta.env.BUILD_ID": "globalThis.devBuildId" },
    optimizeDeps: { include: browserPackages },
    plugins: [serverBuild, reportChanges((change) => void show(change))],
  });
  vite.restart = async () => say("The configuration has changed: stop with Ctrl-C and start again.");
  const browsers = vite.environments.client.hot;
  const modules = new ServerModules(vite.environments.ssr, "/workers/local/app.ts");

  http.on("request", async (request, response) => {
    const since = /^\/modules\?since=(\d+)$/.exec(request.url ?? "")?.[1];
    if (since === undefined) return vite.middlewares(request, response);
    try {
      response.end(JSON.stringify(await modules.changedSince(Number(since))));
    } catch (error) {
      response.statusCode = 500;
      response.end(sentenceOf(error));
    }
  });

  /** Shows an edit in the browsers, or says why it cannot run. */
  async function show({ file, shownBy }: Change): Promise<void> {
    void noticeNextEdit(file);
    const name = relative(root, file);
    // Remix reads a changed route table automatically, a moment later.
    if (shownBy === "reload") await wait(file.endsWith("/app/routes.ts") ? 300 : 0);
    try {
      await modules.changedSince(Number.MAX_SAFE_INTEGER);
    } catch (error) {
      problems.say(error);
      browsers.send({ type: "error", err: { message: sentenceOf(error), stack: "" } });
      return;
    }
    say(problems.areOver() ? `${name} has changed. Everything runs again.` : `${name} has changed.`);
    if (bundled?.sources.includes(name) || modules.packages.size > (bundled?.packages ?? 0))
      await restart?.();
    if (shownBy === "styles") browsers.send("handiwork:styles");
    else browsers.send({ type: "full-reload" });
  }

  /** The watcher drops an edit within 50 ms of another one, and editors save in several steps. */
  async function noticeNextEdit(file: string): Promise<void> {
    const before = editedAt(file);
    await wait(100);
    if (editedAt(file) !== before) vite.watcher.emit("change", file);
  }

  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    async replace(built) {
      await modules.changedSince(0);
      const { code, sources } = await bundleDevWorker(root, modules.packages);
      bundled = { sources, packages: modules.packages.size };
      return {
        ...built,
        modules: [{ type: "ESModule", path: join(root, "dist/local/dev.js"), contents: code }],
        ...(built.assets ? { assets: { ...built.assets, directory: join(root, "public") } } : {}),
        serviceBindings: { DEV: { external: { address, http: {} } } },
        unsafeEvalBinding: "EVAL",
      } as V4WorkerOptions;
    },
    onNewWorker(restartRuntime) {
      restart = restartRuntime;
    },
    async stop() {
      await vite.close();
      http.closeAllConnections();
    },
  };
}

/** The modification time in ms; undefined if the file is gone. */
function editedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** The worker imports the built pages; here they are Remix's, straight from the sources. */
const serverBuild = {
  name: "server-build",
  enforce: "pre" as const,
  resolveId: (id: string) => (id === "#build/server/index.js" ? "\0virtual:remix/server-build" : null),
};

/** Reports each problem once, because Vite finds it for both browser and server. */
function reportedOnce(say: (sentence: string) => void) {
  const reported = new Set<string>();
  return {
    say(problem: unknown) {
      const sentence = sentenceOf(problem);
      if (!reported.has(sentence)) say(sentence);
      reported.add(sentence);
    },
    /** @returns whether there were any */
    areOver(): boolean {
      const any = reported.size > 0;
      reported.clear();
      return any;
    },
  };
}

/** What is wrong, where, and the lines around it. */
function sentenceOf(problem: unknown): string {
  if (typeof problem === "string") return problem;
  const { message, frame, id, loc } = problem as RollupError;
  const place = loc ? `${loc.file ?? id}:${loc.line}:${loc.column}` : id;
  return [message, place && !message.includes(place) ? place : "", frame].filter(Boolean).join("\n");
}

type RollupError = Error & {
  id?: string;
  frame?: string;
  loc?: { file?: string; line: number; column: number };
};
