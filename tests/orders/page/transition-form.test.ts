import { describe, expect, it } from "vitest";
import { readTransition } from "#app/orders/page/transition.form.ts";
import { transitionDraft, transitionDraftIn } from "#app/orders/page/transition-draft.ts";

describe("transition forms", () => {
  const form = (fields: Record<string, string>) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.set(name, value);
    return made;
  };

  it("A required note has 10 to 2,000 characters without the spaces around it", () => {
    const errorsOf = (note: string) => readTransition("revise", [], form({ note })).errors;
    expect(errorsOf(`  ${"x".repeat(9)}  `)).not.toBeNull();
    expect(errorsOf("x".repeat(10))).toBeNull();
    expect(errorsOf("x".repeat(2000))).toBeNull();
    expect(errorsOf("x".repeat(2001))).not.toBeNull();
    expect(errorsOf("\u200b".repeat(10))).not.toBeNull();
    expect(readTransition("complete", [], form({})).errors).toBeNull();
  });

  it("Every required question needs an answer, and a choice one of its options", () => {
    const questions = [
      { question: "A", type: "text" as const, required: true },
      { question: "B", type: "choice" as const, required: false, options: ["x", "y"] },
      { question: "C", type: "file" as const, required: true },
    ];
    const read = (fields: Record<string, string>) => readTransition("answer", questions, form(fields));
    expect(read({ "answer-0": "\u200b", "answer-1": "z" }).errors).toEqual({
      "answer-0": ["Answer this question"],
      "answer-1": ["Choose one of these"],
      "answer-2": ["Choose a file"],
    });
    const files = { "answer-2": [{ name: "logo.pdf" }] };
    expect(readTransition("answer", questions, form({ "answer-0": " bread " }), files)).toMatchObject({
      errors: null,
      answers: ["bread", "", "logo.pdf"],
    });
  });

  it("A draft has the form's intent and the typed text; a form without text creates none", () => {
    const sent = form({ intent: "revise", note: "50 % \\o/\nbluer", version: "3" });
    expect(transitionDraft(transitionDraftIn(sent))).toEqual({
      intent: "revise",
      typed: { note: "50 % \\o/\nbluer" },
    });
    expect(transitionDraftIn(form({ intent: "start" }))).toEqual({});
    expect(transitionDraft(null)).toBeNull();
    expect(transitionDraft({ comment: "of another form" })).toBeNull();
  });
});
