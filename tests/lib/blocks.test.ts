import { expect, test } from "vitest";
import { parseBlocks } from "#app/lib/blocks.ts";

test("blank lines separate paragraphs, and bullet points form lists", () => {
  expect(parseBlocks("One\nline.\n\nWhat you get:\n- a\n-  b\n\n- c\r\nEnd")).toEqual([
    { kind: "paragraph", text: "One line." },
    { kind: "paragraph", text: "What you get:" },
    { kind: "list", items: ["a", "b"] },
    { kind: "list", items: ["c"] },
    { kind: "paragraph", text: "End" },
  ]);
  expect(parseBlocks(" \n\n")).toEqual([]);
});

test("numbered lines are steps, in order starting at 1; other numbers are text", () => {
  expect(parseBlocks("1. Ask\n2) Order\n\n3. Accept\n\n7. is not the next\n1. Anew")).toEqual([
    { kind: "steps", items: ["Ask", "Order", "Accept"] },
    { kind: "paragraph", text: "7. is not the next" },
    { kind: "steps", items: ["Anew"] },
  ]);
  expect(parseBlocks("3. floor, ring twice\n2024. A good year.")).toEqual([
    { kind: "paragraph", text: "3. floor, ring twice 2024. A good year." },
  ]);
});

test("a short first line right above its text is a heading; a sentence, a single line and a wrapped line are not", () => {
  expect(
    parseBlocks("What people order\n- Small fixes\n\nAccess (and passwords)\nNever put them in."),
  ).toEqual([
    { kind: "heading", text: "What people order" },
    { kind: "list", items: ["Small fixes"] },
    { kind: "heading", text: "Access (and passwords)" },
    { kind: "paragraph", text: "Never put them in." },
  ]);
  expect(parseBlocks("Alone\n\nShort sentence.\nNext one.\n\nwrapped in\nthe middle")).toEqual([
    { kind: "paragraph", text: "Alone" },
    { kind: "paragraph", text: "Short sentence. Next one." },
    { kind: "paragraph", text: "wrapped in the middle" },
  ]);
});
