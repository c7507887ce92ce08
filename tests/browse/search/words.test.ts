import { expect, test } from "vitest";
import { isOneTypoAway, stemOf, variantsOf, withWords, wordsOf } from "#app/browse/search/words.ts";

test.each([
  ["Logo for a bakery", ["logo", "bakery"]],
  ["  UI/UX  design, UI ", ["ui", "ux", "design"]],
  ["for the", ["for", "the"]],
  ["Hazel’s pet portrait", ["hazel", "pet", "portrait"]],
  ["Über uns 日本語 はじめて", ["über", "uns", "日本語", "はじめて"]],
  ["one two three four five six seven eight", ["two", "three", "four", "five", "six", "seven"]],
  ["🏺 !", []],
])("The words of %j are %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ["translate translation translating translator", "translat"],
  ["logos logo", "logo"],
  ["bakery bakeries", "baker"],
  ["menus menu", "menu"],
])("%j have the same stem", (words, stem) => {
  for (const word of words.split(" ")) expect(stemOf(word)).toBe(stem);
});

test("A word that is short, or ends in a double s, is its own stem", () => {
  for (const word of ["seo", "ads", "glass", "日本語"]) expect(stemOf(word)).toBe(word);
});

test("One typo is a letter that is wrong, missing or extra, or two adjacent letters that are swapped", () => {
  for (const typo of ["trnaslate", "tranlate", "transslate", "trenslate", "ranslate", "translatee"])
    expect(isOneTypoAway(typo, "translate"), typo).toBe(true);
  for (const other of ["translate", "trnaslaet", "transl", "late", "translating"])
    expect(isOneTypoAway(other, "translate"), other).toBe(false);
});

test("Two words that differ by one typo share a variant", () => {
  const known = new Set(variantsOf("translate"));
  for (const typo of ["trnaslate", "tranlate", "transslate", "trenslate", "ranslate"])
    expect(
      variantsOf(typo).some((variant) => known.has(variant)),
      typo,
    ).toBe(true);
});

test("A replaced word is shown in its place", () => {
  expect(withWords("Trnaslate a menu!", new Map([["trnaslate", "translate"]]))).toBe("translate a menu!");
});
