import { expect, it } from "vitest";
import { helpQuestionsFor } from "#app/assistant/help-questions.ts";
import { scoreQuery } from "#app/assistant/score-query.ts";
import { maxTerms, plain, termsOf } from "#app/assistant/terms.ts";
import { questions } from "#app/help/questions.ts";

it("Terms are the distinct words of 3 letters and more that say something", () => {
  expect(termsOf("I need a LOGO for my bakery, a logo I want!")).toEqual(["logo", "bakery"]);
  expect(termsOf("The UI of an e-book’s cover")).toEqual(["book", "cover"]);
  expect(termsOf("café Cafe CAFÉ")).toEqual(["cafe"]);
  expect(termsOf("日本語 перевод हिन्दी")).toEqual(["日本語", "перевод", "हिन्दी"]);
});

it("If only filler words are given, all words count, of any length", () => {
  expect(termsOf("I need it for the UI")).toEqual(["i", "need", "it", "for", "the", "ui"]);
  expect(termsOf("🍞🍞🍞🍞🍞 !?")).toEqual([]);
});

it("A question has at most 12 terms", () => {
  const words = Array.from({ length: 20 }, (_, i) => `word${i}`);
  expect(termsOf(words.join(" "))).toEqual(words.slice(0, maxTerms));
});

it("Texts are compared as the search index does: Latin letters lose one accent, others none", () => {
  expect(plain("Ünïcode ÉTÉ e\u0301")).toBe("unicode ete e");
  expect(plain("й Ế")).toBe("й ế");
});

it("The query for a score names each way to reach it once", () => {
  expect(scoreQuery(["logo"], 8)).toBe('({title} : "logo" AND {description} : "logo")');
  expect(scoreQuery(["logo"], 5)).toBe('{title} : "logo"');
  expect(scoreQuery(["logo"], 9)).toBe(null);
  expect(scoreQuery(["logo", "bread"], 11)).toBe(
    '((({title} : "logo" OR {title} : "bread") AND ({description} : "logo" AND {description} : "bread"))' +
      ' OR (({title} : "logo" AND {title} : "bread") AND ({description} : "logo" OR {description} : "bread")))',
  );
});

const found = (text: string) => helpQuestionsFor(termsOf(text), questions).map(({ question }) => question);

it("Up to two help questions whose words match are found, and none for a question about a service", () => {
  expect(found("How do I find the right service?")[0]).toBe("How do I find the right service?");
  expect(found("refunded orders").length).toBeGreaterThan(0);
  for (const text of ["refund", "order", "pay", "account"]) expect(found(text).length).toBeLessThanOrEqual(2);
  expect(found("a logo for a small coffee cooperative")).toEqual([]);
});

it("A help question has one of the terms itself, and with its answer at least half of them; the best is first", () => {
  const help = [
    { id: "answer", question: "How long does it take?", answer: "A seller sets the delivery of a logo." },
    { id: "half", question: "When is a logo ready?", answer: "On the day that the seller sets." },
    { id: "both", question: "When is the delivery of a logo?", answer: "On the day that the seller sets." },
  ];
  const ids = (terms: string[]) => helpQuestionsFor(terms, help).map(({ id }) => id);
  expect(ids(["logo", "delivery"])).toEqual(["both", "half"]);
  expect(ids(["logo", "café", "bakery"])).toEqual([]);
});
