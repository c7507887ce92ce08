import { expect, test } from "vitest";
import { blocksOf } from "#app/lib/blocks.ts";

test("blank lines part paragraphs, points gather in lists", () => {
  expect(blocksOf("One\nline.\n\nWhat you get\n- a\n-  b\n\n- c\r\nEnd")).toEqual([
    { kind: "paragraph", text: "One line." },
    { kind: "paragraph", text: "What you get" },
    { kind: "list", items: ["a", "b"] },
    { kind: "list", items: ["c"] },
    { kind: "paragraph", text: "End" },
  ]);
  expect(blocksOf(" \n\n")).toEqual([]);
});
