import { expect, test } from "vitest";
import { mergeKept } from "#app/ui/forms/kept-text.ts";

const shown = { title: "Saved", tags: "brass" };

test("A form shows the text that the browser kept, except in fields with text typed into this page", () => {
  const kept = { title: "Kept", tags: "brass, wood", "pro.offered": "on" };
  expect(mergeKept(kept, shown, { title: "Typed here", tags: "brass" })).toEqual({
    typed: { title: "Typed here", tags: "brass, wood", "pro.offered": "on" },
    earlier: [{ name: "title", text: "Kept" }],
  });
  expect(mergeKept(kept, shown, shown)).toEqual({ typed: kept, earlier: [] });
});

test("A kept text that is empty, was saved or is already in its field does not count as an earlier text", () => {
  const now = { title: "Typed here", tags: "wood" };
  for (const kept of [{ title: "", tags: "" }, shown, now])
    expect(mergeKept(kept, shown, now)).toEqual({ typed: now, earlier: [] });
});

test("A field that was emptied on this page stays empty, and a row that exists only in the kept text is restored", () => {
  const kept = { title: "Kept", tags: "brass", "faqs[0].question": "Do you ship?" };
  expect(mergeKept(kept, shown, { title: "", tags: "brass" })).toEqual({
    typed: { title: "", tags: "brass", "faqs[0].question": "Do you ship?" },
    earlier: [{ name: "title", text: "Kept" }],
  });
});

test("A page that shows an unsaved form is newer than the kept text", () => {
  const kept = { title: "Kept", tags: "brass" };
  expect(mergeKept(kept, null, { title: "Sent", tags: "brass" })).toEqual({
    typed: { title: "Sent", tags: "brass" },
    earlier: [{ name: "title", text: "Kept" }],
  });
});
