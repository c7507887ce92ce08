// Every npm command starts here: node scripts/run.mjs <command> [arguments]. It installs missing packages,
// picks a Node that the tools can use (>= 22.18, which runs TypeScript), and runs the command's script. It is
// plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const commands = [
  "start",
  "test",
  "dev",
  "seed",
  "reset",
  "bench",
  "deploy",
  "previous",
  "backup",
  "restore",
  "operator",
  "catalogue",
  "db-generate",
  "pictures",
];
/** Commands whose script has a different name. */
const scripts = { previous: "deploy/previous", bench: "../bench/main" };
const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");

const [command, ...args] = process.argv.slice(2);
if (!atLeast(process.versions.node, 20, 0))
  fail(`Handiwork needs Node 20 or newer; this is ${process.versions.node}.`);
if (!commands.includes(command))
  fail(`There is no command '${command ?? ""}'. The commands are ${commands.join(", ")}.`);

install();
const node = toolNode();
/**
 * Pictures are encoded in this process while the product runs: two at a time, and with few heaps in the C
 * library, so that everything together stays below 900 MB.
 */
const small = ["start", "dev"].includes(command) ? { MALLOC_ARENA_MAX: "2", UV_THREADPOOL_SIZE: "2" } : {};
const child = spawn(
  node,
  [
    "--disable-warning=ExperimentalWarning",
    join(root, "scripts", `${scripts[command] ?? command}.ts`),
    ...args,
  ],
  {
    cwd: root,
    // The open channel tells the command that this process is gone, even if it was killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...small, ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
  },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => fail(`'${command}' could not be started: ${error.message}.`));
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));

// npm may be killed without a signal to this process. The command would then keep running.
if (process.env.npm_lifecycle_event && process.platform !== "win32") {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
}

/** Runs `npm install` if node_modules is missing or belongs to another lock file. */
function install() {
  const lock = join(root, "package-lock.json");
  const marker = join(root, "node_modules", ".handiwork-lock");
  const hash = () => createHash("sha256").update(readFileSync(lock)).digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === hash()) return;
  console.log("Installing packages (about a minute) …");
  const began = Date.now();
  const npm = process.env.npm_execpath;
  const flags = ["install", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
  const done = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...flags], { cwd: root, encoding: "utf8" })
    : spawnSync("npm", flags, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
  if (done.status !== 0) {
    console.error(done.stdout ?? "", done.stderr ?? "", done.error?.message ?? "");
    fail("Installing the packages failed; the lines above say why.");
  }
  writeFileSync(marker, hash());
  console.log(`Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/** The Node that runs the tools: on Linux the one from the packages, otherwise the running one. */
function toolNode() {
  const packaged = join(bin, "node");
  if (process.platform === "linux" && spawnSync(packaged, ["--version"]).status === 0) return packaged;
  if (atLeast(process.versions.node, 22, 18)) return process.execPath;
  return fail(`The tools need Node 22.18 or newer on this system; this is ${process.versions.node}.`);
}

function atLeast(version, major, minor) {
  const [a, b] = version.split(".").map(Number);
  return a > major || (a === major && b >= minor);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
