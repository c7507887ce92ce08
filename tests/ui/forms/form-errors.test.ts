import { expect, it } from "vitest";
import { errorLines, thingsToPutRight } from "#app/ui/forms/form-errors.ts";

it("says what concerns the whole form first, then one sentence for each field", () => {
  const errors = {
    username: ["Too short", "Not allowed"],
    "": ["Try again"],
    email: undefined,
    password: null,
  };
  expect(errorLines(errors, ["Failed to sign in"])).toEqual([
    { field: null, sentence: "Failed to sign in" },
    { field: null, sentence: "Try again" },
    { field: "username", sentence: "Too short" },
  ]);
  expect(errorLines({})).toEqual([]);
});

it("counts in words", () => {
  expect(thingsToPutRight(1)).toBe("One thing to put right");
  expect(thingsToPutRight(3)).toBe("Three things to put right");
  expect(thingsToPutRight(12)).toBe("12 things to put right");
});
