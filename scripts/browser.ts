import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { root, run } from "./processes.ts";

/** Debian's headless Chromium without a user interface. Journeys take two thirds of the time in it. */
const shell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const usualPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env.PROGRAMFILES ?? "C:\\Program Files", "Google\\Chrome\\Application\\chrome.exe"),
  join(process.env.LOCALAPPDATA ?? "C:\\", "Google\\Chrome\\Application\\chrome.exe"),
];

/**
 * Finds a Chromium that starts: CHROMIUM_PATH, an installed one, or Playwright's own. If there is none, it
 * downloads Playwright's, or as root installs one with apt-get.
 * @param purpose measurements need the browser that visitors use, journeys prefer the headless shell
 * @returns its path
 * @throws Error with one sentence that says what to install
 */
export async function findBrowser(
  purpose: "journeys" | "measurements",
  say: (sentence: string) => void,
): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    throw new Error(`CHROMIUM_PATH is '${given}', which does not start.`);
  }
  const own = chromium.executablePath();
  const wanted = purpose === "journeys" ? [shell, ...names] : names;
  const found = findInstalled(wanted) ?? (starts(own) ? own : null);
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
    const install = "DEBIAN_FRONTEND=noninteractive apt-get install -yq";
    // Not every distribution has the headless shell.
    const packages = purpose === "journeys" ? [shell, "chromium"] : ["chromium"];
    const commands = packages.map((name) => `${install} ${name}`).join(" || ");
    spawnSync("sh", ["-c", `apt-get update -q && { ${commands}; }`]);
    const fromApt = findInstalled(wanted);
    if (fromApt) return fromApt;
  }
  throw new Error(
    "The browser tests need a browser: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.",
  );
}

function findInstalled(names: string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...usualPaths];
  return candidates.find((path) => existsSync(path) && starts(path)) ?? null;
}

/**
 * Checks by asking for the version: a name on PATH may be a placeholder, such as Ubuntu's hint to install a
 * snap.
 */
function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows, asking for the version opens a window.
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
