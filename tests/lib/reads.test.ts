import { expect, test } from "vitest";
import { sectionReads } from "#app/lib/reads.ts";

const log = () => {};
const never = () => new Promise<never>(() => {});

test("'A side section may hold a first response at most 1 s': one that hangs falls back alone, in time", async () => {
  const started = Date.now();
  const read = await sectionReads<{ hangs: string; stands: string }>(
    never,
    { hangs: never, stands: async () => "here" },
    log,
  );
  expect(read).toEqual({ hangs: null, stands: "here" });
  expect(Date.now() - started).toBeLessThan(1200);
});

test("sections come together; when that fails each is read alone, and twice", async () => {
  let tries = 0;
  const alone = {
    fails: () => Promise.reject(new Error("gone")),
    recovers: async () => {
      tries += 1;
      if (tries === 1) throw new Error("once");
      return 2;
    },
  };
  const both = async () => ({ fails: 1, recovers: 1 });
  expect(await sectionReads<{ fails: number; recovers: number }>(both, alone, log)).toEqual(await both());
  const broken = () => Promise.reject(new Error("all"));
  expect(await sectionReads<{ fails: number; recovers: number }>(broken, alone, log)).toEqual({
    fails: null,
    recovers: 2,
  });
});
