import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../children.ts";

const version = "13.5.0";

/** What of Lighthouse's result is read. */
export type Report = {
  /** How fast it found this machine: a phone's figures are simulated from what happened here. */
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
};

export type Lighthouse = (url: string, flags: object, config: object) => Promise<{ lhr: Report } | undefined>;

/**
 * Lighthouse, installed beside the project at its first use: its hundred packages would make everybody's first start a minute longer.
 * @throws Error with npm's words
 */
export async function findLighthouse(): Promise<Lighthouse> {
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
