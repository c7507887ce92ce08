import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bundleWorker } from "#scripts/bundle-worker.ts";

/** Texts of the local tools: their addresses, where they store mails, and the clock's offset. */
const localTexts = [
  "/dev/mailbox",
  "/dev/clock",
  "/dev/sweep",
  "dev/mailbox/",
  "Local mailbox",
  "clock_offset_ms",
];

const deployedEntry = /^main = "(.+)"$/m.exec(readFileSync("wrangler.toml", "utf8"))?.[1] ?? "";

it("The deployed worker contains no code of the local tools", async () => {
  const { code, files } = await bundleWorker(deployedEntry);
  expect(files).toContain("workers/app.ts");
  expect(files.filter((file) => file.startsWith("workers/local/"))).toEqual([]);
  expect(localTexts.filter((text) => code.text.includes(text))).toEqual([]);
});

it("The local worker contains them", async () => {
  const { code } = await bundleWorker("workers/local/app.ts");
  expect(localTexts.filter((text) => !code.text.includes(text))).toEqual([]);
});
