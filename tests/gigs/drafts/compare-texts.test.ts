import { expect, test } from "vitest";
import { compareTexts, markChange } from "#app/gigs/drafts/compare-texts.ts";

test("A comparison marks the part of each text between the common beginning and end", () => {
  const marked = (old: string, now: string) => {
    const both = markChange(old, now);
    return [both.old, both.now].map(({ before, changed, after }) => `${before}[${changed}]${after}`);
  };
  expect(marked("I draw cats", "I draw big cats")).toEqual(["I draw []cats", "I draw [big ]cats"]);
  expect(marked("A cat", "A cat.")).toEqual(["A cat[]", "A cat[.]"]);
  expect(marked("", "New")).toEqual(["[]", "[New]"]);
  expect(marked("aa", "aaa")).toEqual(["aa[]", "aa[a]"]);
  // Two emoji with the same first half.
  expect(marked("\u{1F600}", "\u{1F601}")).toEqual(["[\u{1F600}]", "[\u{1F601}]"]);
});

test("Fields and pictures are compared in the editor's order; ids are shown by name", () => {
  const texts = (title: string, category: string, pictures: string[], alt = "A clock") => ({
    typed: {
      overview: { title, category },
      packages: { "starter.price": "80" },
      gallery: Object.fromEntries(pictures.map((key) => [`alt-${key}`, alt])),
    },
    pictures,
  });
  const nameOf = (field: string, value: string) => (field === "category" ? `Category ${value}` : value);
  const { fields, pictures } = compareTexts(texts("Old", "1", ["a"]), texts("New", "2", ["a"]), nameOf);
  expect(fields.map(({ label, old, now }) => [label, old.changed, now.changed])).toEqual([
    ["Title", "Old", "New"],
    ["Category", "1", "2"],
  ]);
  expect([fields[1]?.old.before, pictures]).toEqual(["Category ", null]);
  for (const other of [
    texts("Old", "1", ["b"]),
    texts("Old", "1", ["a", "b"]),
    texts("Old", "1", ["a"], "B"),
  ])
    expect(compareTexts(texts("Old", "1", ["a"]), other).pictures).not.toBeNull();
});
