import { join } from "node:path";
import { build } from "esbuild";
import { root as project } from "../../processes.ts";
import { nodeModules } from "../../vite/node-modules.ts";

const entry = join(project, "workers/local/dev.ts");

/**
 * Bundles the worker that runs the product's modules. It contains the packages that they import, so that each
 * exists once.
 * @param root the folder of the modules
 * @returns its code, and the sources it contains, relative to that folder
 */
export async function bundleDevWorker(
  root: string,
  packages: Iterable<string>,
): Promise<{ code: string; sources: string[] }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser", "module"],
    external: ["cloudflare:*", "node:*"],
    alias: nodeModules,
    // React's server build for Node requires them.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("/");' },
    define: { "process.env.NODE_ENV": '"development"' },
    plugins: [
      {
        name: "packages",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^virtual:packages$/ }, ({ path }) => ({ path, namespace: "packages" }));
          onLoad({ filter: /.*/, namespace: "packages" }, () => ({
            contents: tableOf([...packages]),
            resolveDir: root,
          }));
        },
      },
    ],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const sources = Object.keys(metafile.inputs).filter((file) => !/^node_modules|^packages:/.test(file));
  return { code: outputFiles[0]?.text ?? "", sources };
}

/** A module that exports the packages by name. */
function tableOf(packages: string[]): string {
  const imports = packages.map((name, i) => `import * as p${i} from ${JSON.stringify(name)};`);
  const rows = packages.map((name, i) => `${JSON.stringify(name)}: p${i},`);
  return [...imports, "export const packages = {", ...rows, "};"].join("\n");
}
