// `npm run previous [-- --release COMMIT] [-- tests/orders …]` runs the tests of the live release on the
// newest schema (docs/operations.md#migrations). Without --release it takes the newest tag `release-*`, and
// without such a tag the commit before the newest migration.
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrationFiles } from "#drizzle/seed/migrations.ts";
import { root, run, stopAll } from "../processes.ts";

/** Tests of documents and migrations: the release runs here with migrations that are not its own. */
const notItsOwn = /^tests\/(docs|drizzle)\//;

const folder = mkdtempSync(join(tmpdir(), "handiwork-previous-"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"])
  process.on(
    signal,
    () =>
      void stopAll()
        .then(removeFolder)
        .then(() => process.exit(130)),
  );
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { release: { type: "string" } },
  });
  const release = values.release ?? findRelease();
  const commit = git("rev-parse", "--short", `${release}^{commit}`);
  git("worktree", "add", "--quiet", "--detach", folder, commit);
  const last = migrationFiles().at(-1)?.name;
  console.log(`Testing ${release} (${commit}) on the schema of ${last} …`);
  prepare();
  process.exitCode = await test(positionals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  removeFolder();
}
process.exit();

function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true });
  spawnSync("git", ["worktree", "prune"], { cwd: root });
}

function findRelease(): string {
  const [tag] = git("tag", "--list", "release-*", "--sort=-creatordate").split("\n");
  if (tag) return tag;
  const file = `drizzle/migrations/${migrationFiles().at(-1)?.name}`;
  const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", file);
  return `${added || "HEAD"}^`;
}

/** Installs the release's packages and copies the newest migrations into it. */
function prepare(): void {
  const packages = join(folder, "node_modules");
  cpSync(join(root, "node_modules"), packages, { recursive: true, verbatimSymlinks: true });
  const lock = (where: string) => readFileSync(join(where, "package-lock.json"), "utf8");
  if (lock(folder) !== lock(root)) npm("install", "--no-audit", "--no-fund", "--prefer-offline");
  const migrations = join(folder, "drizzle/migrations");
  rmSync(migrations, { recursive: true });
  cpSync(join(root, "drizzle/migrations"), migrations, { recursive: true });
  npm("run", "build:sandbox");
  npm("run", "build");
}

/** Runs the release's tests. @param areas folders or files; none: all @returns the exit code */
async function test(areas: string[]): Promise<number> {
  const files = globSync("tests/**/*.test.ts", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !notItsOwn.test(file))
    .filter((file) => areas.length === 0 || areas.some((area) => file.startsWith(area)));
  if (files.length === 0) throw new Error("The release has no such tests.");
  const report = join(folder, "previous.json");
  const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const { code } = await run([vitest, "run", ...flags, ...files], {}, true, folder);
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, "utf8"));
  console.log(`\n${passed} passed, ${failed} failed`);
  return code;
}

function npm(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in the release:\n${stdout}${stderr}`);
}

/** @returns git's output, without its last line break */
function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr?.trim() || "git is not installed."}`);
  return stdout.trim();
}
