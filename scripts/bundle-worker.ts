import { build, type OutputFile } from "esbuild";

/** A worker in one file, as wrangler bundles it for a deployment. `files`: the sources it contains. */
export type WorkerBundle = { code: OutputFile; files: string[] };

/**
 * Bundles a worker with the built pages (build/server must exist).
 * @param entry its entry file, relative to the project's root
 * @param minify whether names are shortened: pages contain some functions as text
 */
export async function bundleWorker(entry: string, minify = true): Promise<WorkerBundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser", "module"],
    external: ["cloudflare:*", "node:*"],
    minify,
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const [code] = outputFiles;
  if (!code) throw new Error(`esbuild produced no output for ${entry}`);
  return { code, files: Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)) };
}
