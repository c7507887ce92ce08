import { packages } from "virtual:packages";
import { type FetchResult, ModuleRunner } from "vite/module-runner";
import { escapeHtml } from "#app/lib/html.ts";

export { Inbox } from "#workers/platform/inbox.ts";

type Product = typeof import("./app.ts").default;

type DevEnv = Env & {
  /** Vite with the product's modules (scripts/local/dev/server.ts). */
  DEV: Fetcher;
  /** Evaluates text as code. Provided by Miniflare, for local work only. */
  EVAL: { eval(code: string, name: string): (...values: unknown[]) => Promise<void> };
};

/** The path of the modules that Vite serves to the browser (scripts/local/dev/server.ts). */
const vitePath = "/-/dev/";
const browserScript = `<script type="module" src="${vitePath}scripts/local/dev/browser.ts"></script>`;

/** The module runner's request for a module. `cached`: it already has the module. */
type FetchCall = { data: { data: [url: string, importer: string, options: { cached: boolean }] } };

/** Why the product cannot run: a sentence and the place in the source. */
class Broken extends Error {}

const modules = new Map<string, FetchResult>();
let version = 0;
let product: Promise<Product> | null = null;
/** The last version that ran, for work that no one sees. */
let lastGood: Product | null = null;

/**
 * Asks Node what has changed. An evaluation does not wait for anything external, so that no request waits for
 * another one's.
 * @throws Broken
 */
async function newestProduct(env: DevEnv): Promise<Product> {
  const answer = await env.DEV.fetch(`http://dev/modules?since=${version}`);
  if (!answer.ok) throw new Broken(await answer.text());
  const changed: { version: number; modules: { url: string; fetched: FetchResult }[] } = await answer.json();
  if (changed.version > version || !product) {
    for (const { url, fetched } of changed.modules) modules.set(url, fetched);
    version = changed.version;
    product = evaluate(env).catch((error) => {
      console.error(error);
      throw new Broken(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  }
  lastGood = await product;
  return lastGood;
}

async function runnableProduct(env: DevEnv): Promise<Product> {
  return await newestProduct(env).catch((error) => {
    if (lastGood) return lastGood;
    throw error;
  });
}

/**
 * Runs all modules again. Each evaluation counts as its own build, so that the page cache serves nothing
 * older.
 */
async function evaluate(env: DevEnv): Promise<Product> {
  Object.assign(globalThis, { devBuildId: crypto.randomUUID() });
  const runner = new ModuleRunner(
    {
      hmr: false,
      sourcemapInterceptor: "prepareStackTrace",
      transport: {
        async invoke(call) {
          const [url, , { cached }] = (call as FetchCall).data.data;
          if (cached) return { result: { cache: true } };
          return { result: modules.get(url) ?? { externalize: url, type: "builtin" } };
        },
      },
    },
    {
      async runInlinedModule(context, code, module) {
        // The code starts on the first line, as its source map assumes.
        const run = env.EVAL.eval(`"use strict"; async (${Object.keys(context)}) => { ${code}\n}`, module.id);
        await run(...Object.values(context));
        Object.seal(context.__vite_ssr_exports__);
      },
      async runExternalModule(name) {
        const found = packages[name];
        if (!found) throw new Error(`The worker has no package ${name}.`);
        return found;
      },
    },
  );
  return (await runner.import("/workers/local/app.ts")).default;
}

/**
 * The worker of `npm run dev`: it runs the newest version of workers/local/app.ts and everything it imports
 * in Vite's module runner, so that each request passes through the same code as in production.
 */
export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname.startsWith(vitePath)) return await env.DEV.fetch(request);
    let answer: Response;
    try {
      const newest = await newestProduct(env);
      // A compressed page could not be modified.
      const plain = new Request(request);
      plain.headers.delete("Accept-Encoding");
      answer = await newest.fetch(plain as typeof request, env, ctx);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      answer = brokenPage(error.message);
    }
    return withBrowserScript(answer);
  },

  async scheduled(controller, env, ctx) {
    await (await runnableProduct(env)).scheduled(controller, env, ctx);
  },

  async queue(batch, env, ctx) {
    await (await runnableProduct(env)).queue(batch, env, ctx);
  },
} satisfies ExportedHandler<DevEnv>;

/** Adds the script that shows changes, in a way that the product's policy allows: a file on the same host. */
function withBrowserScript(answer: Response): Response {
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) return answer;
  return new HTMLRewriter()
    .on("body", { element: (body) => void body.append(browserScript, { html: true }) })
    .transform(answer);
}

function brokenPage(message: string): Response {
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Does not run</title></head><body><h1>The product does not run</h1><pre>${escapeHtml(message)}</pre><p>This page shows the product again as soon as it runs.</p></body></html>`,
    {
      status: 500,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
        "Cache-Control": "no-store",
      },
    },
  );
}
