import { expect, it } from "vitest";
import { RejectionCounts } from "#workers/endpoints/webhook-rejections.ts";

/** Counts with a clock of the test. `due` are the writers that wait. */
function counting() {
  const counts = new RejectionCounts();
  const written: [string, number][][] = [];
  const due: { at: number; run: () => void }[] = [];
  let now = 0;
  const reject = (reason: "stale" | "no signature") =>
    counts.count(
      reason,
      async (rows) => void written.push([...rows]),
      () => undefined,
      () => now,
      (ms) => new Promise((resolve) => due.push({ at: now + ms, run: resolve })),
    );
  const moveTo = async (time: number) => {
    now = time;
    for (const writer of due.splice(0)) {
      if (writer.at <= now) writer.run();
      else due.push(writer);
    }
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { reject, moveTo, written, due };
}

it("The first rejection is written immediately, further ones every ten seconds", async () => {
  const { reject, moveTo, written } = counting();
  reject("stale");
  await moveTo(0);
  expect(written).toEqual([[["stale", 1]]]);
  for (let i = 0; i < 1000; i++) {
    reject("no signature");
    await moveTo(i);
  }
  reject("stale");
  await moveTo(9999);
  expect(written.length).toBe(1);
  await moveTo(10_000);
  expect(written.slice(1)).toEqual([
    [
      ["no signature", 1000],
      ["stale", 1],
    ],
  ]);
  await moveTo(60_000);
  expect(written.length).toBe(2);
  reject("stale");
  await moveTo(60_000);
  expect(written.length).toBe(3);
});

it("A writer that stopped with its request is replaced, and no count is lost", async () => {
  const { reject, moveTo, written, due } = counting();
  reject("stale");
  await moveTo(0);
  await moveTo(1000);
  reject("stale");
  due.length = 0;
  await moveTo(12_000);
  reject("stale");
  expect(written.length).toBe(1);
  await moveTo(15_001);
  reject("stale");
  await moveTo(15_001);
  expect(written.slice(1)).toEqual([[["stale", 3]]]);
});
