import { expect, test } from "vitest";
import { HeldBytes } from "#workers/platform/held-bytes.ts";

/** Runs tasks of these sizes at once. @returns how many ran together at most, and their bytes */
async function run(held: HeldBytes, sizes: number[]) {
  const now = { works: 0, bytes: 0 };
  const most = { works: 0, bytes: 0 };
  const work = (bytes: number) => async () => {
    now.works += 1;
    now.bytes += bytes;
    most.works = Math.max(most.works, now.works);
    most.bytes = Math.max(most.bytes, now.bytes);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now.works -= 1;
    now.bytes -= bytes;
    return bytes;
  };
  const done = await Promise.all(sizes.map((bytes) => held.hold(bytes, work(bytes))));
  return { done, most };
}

test("At most three tasks run at once, and hold no more bytes than there is room for", async () => {
  const held = new HeldBytes({ works: 3, bytes: 64 });
  const small = await run(held, [1, 2, 3, 4, 5, 6, 7]);
  expect(small).toEqual({ done: [1, 2, 3, 4, 5, 6, 7], most: { works: 3, bytes: expect.any(Number) } });
  const large = await run(held, [40, 40, 20, 40, 20, 10]);
  expect(large.done).toHaveLength(6);
  expect(large.most.bytes).toBeLessThanOrEqual(64);
});

test("A task that needs more than the limit runs alone", async () => {
  const { most } = await run(new HeldBytes({ works: 3, bytes: 64 }), [100, 100, 10]);
  expect(most.bytes).toBeLessThanOrEqual(100);
});

test("A task that fails releases its room, and so does one that never ends", async () => {
  const held = new HeldBytes({ works: 1, bytes: 64 }, 100);
  await expect(held.hold(1, () => Promise.reject(new Error("Broken")))).rejects.toThrow("Broken");
  void held.hold(1, () => new Promise(() => {}));
  expect(await held.hold(1, async () => "next")).toBe("next");
});
