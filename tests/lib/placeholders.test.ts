import { expect, test } from "vitest";
import { firstLetter, letterOf, placeholderKeys, placeholdersFor } from "#app/lib/placeholders.ts";

test("a picture's placeholders are the whole list, beginning where its key says", () => {
  const lists = ["a", "b", "c"].map(placeholdersFor);
  for (const list of lists) expect([...list].sort()).toEqual([...placeholderKeys]);
  expect(new Set(lists.map(([first]) => first)).size).toBe(3);
  expect(placeholdersFor("a")).toEqual(lists[0]);
});

test.each([
  ["minimal logo", "M"],
  ["  «über» text", "Ü"],
  ["3 pages", "3"],
  ["ßtrong", "S"],
  ["字 art", "字"],
  ["???", undefined],
])("the first letter of %j is %j", (title, letter) => {
  expect(firstLetter(title)).toBe(letter);
});

test.each([null, "", "AB", "<", " ", "&", "\u0301"])("%j is not a letter", (text) => {
  expect(letterOf(text)).toBeUndefined();
});
