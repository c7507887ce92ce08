import { expect, test } from "vitest";
import { returnPath } from "#app/lib/replies.ts";
import { keepText, keptText } from "#app/lib/url-text.ts";

test("a text survives the way over sign-in, whatever is in it", () => {
  const text = "Two lines\nand 100 % of a path C:\\new%0a, 字 and 😬";
  const path = `/messages?${new URLSearchParams({ draft: keepText(text) })}`;
  expect(returnPath(path)).not.toBe("/");
  expect(keptText(new URL(returnPath(path), "https://shop.example").searchParams.get("draft"))).toBe(text);
  expect(keptText(null)).toBe("");
});

test("a text that needs too much room is cut between characters", () => {
  const kept = keepText("😬".repeat(2000));
  expect(encodeURIComponent(kept).length).toBeLessThanOrEqual(6000);
  expect(kept).toMatch(/^(😬){400,}$/u);
});
