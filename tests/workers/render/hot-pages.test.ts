import { expect, it } from "vitest";
import { recall, remember } from "#workers/render/hot-pages.ts";

const page = (size: number, until: number) => ({
  headers: {},
  bytes: new Uint8Array(size),
  tag: "t",
  viewed: null,
  until,
});

it("A page is held until its time is over, and an older one of the same name is replaced", () => {
  remember("a", page(1, 100));
  remember("a", page(2, 200));
  expect(recall("a", 199)?.bytes.byteLength).toBe(2);
  expect(recall("a", 200)).toBe(null);
  expect(recall("a", 0)).toBe(null);
});

it("The pages take at most 8 MB in total; those read the longest time ago are removed first", () => {
  for (let i = 0; i < 30; i++) remember(`page ${i}`, page(1_000_000, 100));
  const held = Array.from({ length: 30 }, (_, i) => i).filter((i) => recall(`page ${i}`, 0));
  expect(held).toEqual([22, 23, 24, 25, 26, 27, 28, 29]);
  // Replaced and expired pages no longer count.
  for (let i = 0; i < 30; i++) remember("page 29", page(1_000_000, 100));
  expect(recall("page 22", 0)).not.toBe(null);
  expect(recall("page 22", 100)).toBe(null);
  remember("one more", page(1_000_000, 100));
  expect(recall("page 23", 0)).not.toBe(null);
  remember("and one more", page(1_000_000, 100));
  expect([recall("page 23", 0), recall("page 24", 0)]).toEqual([expect.anything(), null]);
  remember("too large", page(9_000_000, 100));
  expect(recall("too large", 0)).toBe(null);
});
