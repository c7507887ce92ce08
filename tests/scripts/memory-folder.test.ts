import { existsSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { memoryFolder } from "#scripts/local/memory-folder.ts";

test("Each process has its own folder in memory; one left by a killed process is deleted after an hour", () => {
  const own = memoryFolder(1);
  // Only Linux has one.
  expect(own === null).toBe(!existsSync("/dev/shm"));
  if (own === null) return;
  // No process has an id so large.
  const abandoned = join(own, "..", "handiwork-99999999");
  const recent = join(own, "..", "handiwork-99999998");
  onTestFinished(() => {
    for (const folder of [recent, own]) rmSync(folder, { recursive: true, force: true });
  });
  for (const folder of [abandoned, recent]) mkdirSync(folder, { recursive: true });
  const hoursAgo = Date.now() / 1000 - 2 * 3600;
  utimesSync(abandoned, hoursAgo, hoursAgo);
  expect(memoryFolder(1)).toBe(own);
  expect([abandoned, recent, own].map(existsSync)).toEqual([false, true, true]);
});

test("A system with too little memory gets none", () => {
  expect(memoryFolder(1e15)).toBeNull();
});
