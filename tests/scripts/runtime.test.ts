import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startRuntime } from "#scripts/local/runtime.ts";
import { lock } from "#scripts/local/state.ts";
import { findFreePort, isFree } from "#scripts/ports.ts";

const workerOf = (script: string) => ({
  name: "a-worker",
  modules: true,
  script,
  compatibilityDate: "2026-08-01",
});

test("A worker that fails to start shows its message, and nothing keeps running", async () => {
  const port = await findFreePort();
  const workers = [workerOf('throw new Error("The menu has no dishes");')];
  const said: string[] = [];
  const sink = (_level: string, message: string) => void said.push(message);
  const error = await startRuntime({ port, workers, sink }).catch((thrown: Error) => thrown);
  expect([error instanceof Error ? error.message : "no error", ...said].join("\n")).toContain(
    "The menu has no dishes",
  );
  expect(await isFree(port)).toBe(true);
});

/** Starts a process that starts a runtime, and waits until the runtime answers. */
async function startProcess(port: number, more = "") {
  const script = `
    import { startRuntime } from "./scripts/local/runtime.ts";
    ${more}
    const workers = [${JSON.stringify(workerOf('export default { fetch: () => new Response("here") };'))}];
    await startRuntime({ port: ${port}, workers, sink: console.error });
    console.log("started");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("here");
  return child;
}

test("A killed process leaves no runtime running", async () => {
  const port = await findFreePort();
  (await startProcess(port)).kill("SIGKILL");
  await expect.poll(() => isFree(port)).toBe(true);
});

test("A process that handles a signal ends in its own order", async () => {
  const port = await findFreePort();
  const handler = `process.on("SIGTERM", () => setTimeout(() => process.exit(7), 50));`;
  const child = await startProcess(port, handler);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([7, null]);
  await expect.poll(() => isFree(port)).toBe(true);
});

test("The stand-in's payments from an earlier version move to the shared folder", () => {
  const state = mkdtempSync(join(tmpdir(), "handiwork-state-"));
  const payments = "do/handiwork-stripe-sandbox-Sandbox";
  mkdirSync(join(state, "stripe/v3", payments), { recursive: true });
  writeFileSync(join(state, "stripe/v3", payments, "metadata.sqlite"), "");
  lock(state);
  expect(existsSync(join(state, "v3", payments, "metadata.sqlite"))).toBe(true);
});
