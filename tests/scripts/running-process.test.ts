import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { namesRunningProcess } from "#scripts/processes.ts";

const file = join(mkdtempSync(join(tmpdir(), "handiwork-running-")), "running");

function isRunning(content: string | number): boolean {
  writeFileSync(file, String(content));
  return namesRunningProcess(file);
}

test("A killed process that its parent has not reaped does not count as running", async () => {
  // The parent becomes a program that reaps no child. Once it echoes what it reads, it has become that
  // program.
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec cat"], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const killed = Number((await once(parent.stdout, "data"))[0]);
  parent.stdin.write("ready");
  await once(parent.stdout, "data");
  expect(isRunning(killed)).toBe(true);
  process.kill(killed, "SIGKILL");
  await expect.poll(() => isRunning(killed)).toBe(false);
  // It is still there: only its parent can end it for good.
  expect(process.kill(killed, 0)).toBe(true);
});

test("This process counts as running; an empty file, another text or a missing file names no process", () => {
  expect([process.pid, "", "0", "-1", "no number"].map(isRunning)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(namesRunningProcess(`${file}-missing`)).toBe(false);
});
