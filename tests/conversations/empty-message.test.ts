import { expect, it } from "vitest";
import { refusalToSend } from "#app/conversations/conversation.ts";

it("A text without a visible character is not a message: spaces, controls, zero-width characters, direction marks, fillers", () => {
  for (const text of [
    "",
    " \n\t",
    "\0",
    "\u200b",
    "\u200e\u202e \u2066",
    "\ufeff",
    "\u00ad",
    "\u3164\u2800",
    "\ufe0f",
  ])
    expect([text, refusalToSend(text)]).toEqual([text, "Write a message first"]);
});

it("A text with one visible character is a message", () => {
  for (const text of ["a", "\u200ba", "語", "🐈", "👩‍🚀", ".", "\u202eא"])
    expect([text, refusalToSend(text)]).toEqual([text, null]);
});
