import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Unstable_RawConfig } from "wrangler";
import { root } from "../processes.ts";

export type LocalConfig = {
  /** Added to the variables. Locally they include the secrets. */
  vars: Record<string, string>;
  /** Folders whose changes start a build (scripts/rebuild.ts); null for no builds. */
  watch: string[] | null;
  /** The worker's first file, absolute, instead of the one in wrangler.toml. */
  main?: string;
};

/** The file that says why a build under `npm run dev` failed. */
export function buildLog(stateDir: string): string {
  return join(stateDir, "build.log");
}

/**
 * Writes the configuration of `wrangler dev`: the given wrangler.toml with other variables and absolute
 * paths. Its build command is removed, because the scripts build once beforehand, or replaced by one that
 * watches. The file is written to the local state, where no .dev.vars and no temporary file of another copy
 * of the project can disturb it.
 */
export async function writeLocalConfig(source: string, target: string, local: LocalConfig): Promise<void> {
  const { experimental_readRawConfig: read } = await import("wrangler");
  const rawConfig: Unstable_RawConfig = read({ config: source }).rawConfig;
  const absolute = (path: string): string => resolve(dirname(source), path);
  const { main, assets, build, d1_databases: databases } = rawConfig;
  const config = {
    ...rawConfig,
    main: local.main ?? (main && absolute(main)),
    vars: { ...rawConfig.vars, ...local.vars },
    assets: assets?.directory ? { ...assets, directory: absolute(assets.directory) } : undefined,
    d1_databases: databases?.map((each) => ({
      ...each,
      migrations_dir: each.migrations_dir && absolute(each.migrations_dir),
    })),
    // Local servers do not run cron triggers; scripts/local/foreground.ts calls them.
    triggers: undefined,
    build: local.watch
      ? {
          ...build,
          command: `"${process.execPath}" "${join(root, "scripts/rebuild.ts")}" "${buildLog(dirname(target))}"`,
          cwd: root,
          watch_dir: local.watch.map((path) => relative(dirname(target), join(root, path))),
        }
      : undefined,
  };
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify(config, null, 2));
}
