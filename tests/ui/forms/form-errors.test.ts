import { expect, it } from "vitest";
import { errorCountText, errorLines } from "#app/ui/forms/form-errors.ts";

it("The errors of the whole form come first, then one for each field", () => {
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

it("The heading counts the errors, with the singular for one", () => {
  expect(errorCountText(1)).toBe("Please fix 1 thing");
  expect(errorCountText(3)).toBe("Please fix 3 things");
  expect(errorCountText(12)).toBe("Please fix 12 things");
});
