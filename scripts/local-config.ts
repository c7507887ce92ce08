import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Unstable_RawConfig } from "wrangler";
import { root } from "./children.ts";

export type Change = {
  /** Added to the variables; locally the secrets are among them. */
  vars: Record<string, string>;
  /** Folders whose change builds again (scripts/rebuild.ts); null: nothing is built. */
  watch: string[] | null;
  /** Another worker than the config's own. */
  main?: string;
};

/** Where a build that failed under `npm run dev` says why. */
export function buildReport(stateDir: string): string {
  return join(stateDir, "build.log");
}

/**
 * Writes what `wrangler dev` runs locally: the given wrangler.toml with other variables, its paths made absolute, and its
 * build command left out (the scripts build before, once) or replaced by the one that watches. The file lies in the local
 * state, so that no .dev.vars and no temporary file of another copy gets in its way.
 */
export async function writeLocalConfig(source: string, target: string, change: Change): Promise<void> {
  const { experimental_readRawConfig: read } = await import("wrangler");
  const rawConfig: Unstable_RawConfig = read({ config: source }).rawConfig;
  const from = (path: string): string => resolve(dirname(source), path);
  const { main, assets, build, d1_databases: databases } = rawConfig;
  const local = {
    ...rawConfig,
    main: change.main ?? (main && from(main)),
    vars: { ...rawConfig.vars, ...change.vars },
    assets: assets?.directory ? { ...assets, directory: from(assets.directory) } : undefined,
    d1_databases: databases?.map((each) => ({
      ...each,
      migrations_dir: each.migrations_dir && from(each.migrations_dir),
    })),
    // No local server calls them; the scripts call the scheduled work themselves.
    triggers: undefined,
    build: change.watch
      ? {
          ...build,
          command: `"${process.execPath}" "${join(root, "scripts/rebuild.ts")}" "${buildReport(dirname(target))}"`,
          cwd: root,
          watch_dir: change.watch.map((path) => relative(dirname(target), join(root, path))),
        }
      : undefined,
  };
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify(local, null, 2));
}
