import { expect, it } from "vitest";
import { cursorOf, goneSentence, refusalToSave, savedPath } from "#app/gigs/saved/saved-gig.ts";

const gig = { sellerId: "bob", state: "active", listed: true } as const;
const paused = { ...gig, state: "paused", listed: false } as const;

it("Only a listed service of someone else can be saved", () => {
  expect(refusalToSave(gig, "ann")).toBeNull();
  expect(refusalToSave(gig, "bob")).toBe("You can't save your own service");
  expect(refusalToSave(paused, "ann")).toBe("This service is paused, so it can't be saved now");
  expect(refusalToSave({ ...gig, listed: false }, "ann")).toBe("This service is no longer offered");
});

it("A saved service that can't be ordered says why, and when its seller is back", () => {
  expect(goneSentence({ ...gig, backAt: null }, null)).toBeNull();
  expect(goneSentence({ ...paused, backAt: null }, null)).toBe(
    "This service is paused, so it can't be ordered now.",
  );
  const back = Date.UTC(2026, 11, 1, 2);
  expect(goneSentence({ ...paused, backAt: back }, "America/New_York")).toBe(
    "The seller is away. Back on 30 Nov 2026.",
  );
  for (const state of ["denied", "suspended", "withdrawn"] as const)
    expect(goneSentence({ state, listed: false, backAt: null }, null)).toBe(
      "This service is no longer offered.",
    );
});

it("The address of a page of saved services is read back; anything else is the first page", () => {
  const cursor = { at: 1_764_000_000_000, row: 12 };
  expect(savedPath(cursor)).toBe("/saved?before=1764000000000.12");
  expect(cursorOf("1764000000000.12")).toEqual(cursor);
  for (const text of [null, "", "12", "1.2.3", "-1.2", "1e3.4", `${"9".repeat(16)}.1`])
    expect(cursorOf(text)).toBeNull();
});
