import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { root, run } from "./children.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const usual = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env.PROGRAMFILES ?? "C:\\Program Files", "Google\\Chrome\\Application\\chrome.exe"),
  join(process.env.LOCALAPPDATA ?? "C:\\", "Google\\Chrome\\Application\\chrome.exe"),
];

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, an installed one, Playwright's own (downloaded when it can be), one from
 * apt-get when we are root.
 * @throws Error with one sentence that says what to install
 */
export async function findBrowser(say: (sentence: string) => void): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    throw new Error(`CHROMIUM_PATH is '${given}', which does not start.`);
  }
  const own = chromium.executablePath();
  const found = installed() ?? (starts(own) ? own : null);
  if (found) return found;

  say("No browser is installed; downloading one …");
  await run([join(root, "node_modules/@playwright/test/cli.js"), "install", "chromium"]);
  if (starts(own)) return own;
  if (
    process.platform === "linux" &&
    process.getuid?.() === 0 &&
    spawnSync("apt-get", ["--version"]).status === 0
  ) {
    say("Installing Chromium with apt-get …");
    spawnSync("sh", [
      "-c",
      "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq chromium",
    ]);
    const fromApt = installed();
    if (fromApt) return fromApt;
  }
  throw new Error(
    "The journeys need a browser: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.",
  );
}

function installed(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...usual];
  return candidates.find((path) => existsSync(path) && starts(path)) ?? null;
}

/** A name on PATH may be an empty shell (Ubuntu's snap hint, say), so it is asked for its version. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows asking opens a window.
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
