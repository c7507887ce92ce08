import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../processes.ts";

const version = "13.5.0";

/** The part of Lighthouse's result that the bench reads. */
export type Report = {
  /** Lighthouse's speed index of this machine. It simulates a phone from what it measured here. */
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
};

export type Lighthouse = (url: string, flags: object, config: object) => Promise<{ lhr: Report } | undefined>;

/**
 * Loads Lighthouse. It is installed into .bench at its first use: as a dependency, its hundred packages would
 * make every first `npm start` a minute longer.
 * @throws Error with npm's output
 */
export async function installLighthouse(): Promise<Lighthouse> {
  const folder = join(root, ".bench");
  const entry = join(folder, "node_modules/lighthouse/core/index.js");
  if (!existsSync(entry)) {
    console.error(`Installing Lighthouse ${version} into ${folder}, once.`);
    const flags = [
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--no-audit",
      "--no-fund",
      `lighthouse@${version}`,
    ];
    const npm = process.env.npm_execpath;
    const done = npm?.endsWith(".js")
      ? spawnSync(process.execPath, [npm, ...flags], { encoding: "utf8" })
      : spawnSync("npm", flags, { encoding: "utf8", shell: process.platform === "win32" });
    if (done.status !== 0) throw new Error(`Lighthouse could not be installed.\n${done.stderr}`);
  }
  const { default: lighthouse } = await import(pathToFileURL(entry).href);
  return lighthouse;
}
