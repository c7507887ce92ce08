import { expect, it } from "vitest";
import { helpQuestionsFor, isAboutHandiwork } from "#app/assistant/help-questions.ts";
import { matchesOf } from "#app/assistant/score.ts";
import { scoreQuery } from "#app/assistant/score-query.ts";
import { maxTerms, mistypedAmong, plain, termsOf } from "#app/assistant/terms.ts";
import { questions } from "#app/help/questions.ts";

const wordsOf = (text: string) => termsOf(text).map(({ word }) => word);
/** The spellings that match the first term. */
const meaningsOf = (text: string) => termsOf(text)[0]?.any.map((spelling) => spelling.text) ?? [];

it("Terms are the distinct words that say something about a service", () => {
  expect(wordsOf("I need a LOGO for my bakery, a logo I want! Logos?")).toEqual(["logo", "bakery"]);
  expect(wordsOf("Who can draw 2 covers, what's the 3rd about? I don't know, in 2 weeks")).toEqual([
    "draw",
    "covers",
  ]);
  expect(wordsOf("The UI of an e-book’s cover")).toEqual(["ui", "ebook", "cover"]);
  expect(wordsOf("café Cafe CAFÉ")).toEqual(["cafe"]);
  expect(wordsOf("日本語 перевод हिन्दी")).toEqual(["日本語", "перевод", "हिन्दी"]);
});

it("A term is a word in all its forms, its joined spellings, and the words that mean the same", () => {
  const finds = (question: string, title: string) =>
    matchesOf(termsOf(question), { title, description: "" }).length > 0;
  for (const [question, title] of [
    ["draw", "Drawings"],
    ["drawn", "I draw"],
    ["bakery", "For bakeries"],
    ["e-book", "An ebook"],
    ["ebook", "An e-book"],
    ["web site", "A website"],
    ["book-keeping", "Bookkeeping"],
    ["my dog", "Your pet"],
    ["slow", "More speed"],
    ["a picture", "Photos"],
  ] as const)
    expect([question, title, finds(question, title)]).toEqual([question, title, true]);
  for (const [question, title] of [
    ["e-book", "Picture book"],
    ["art", "Party charts"],
    ["a pet", "A dog"],
    ["book", "Bookkeeping"],
  ] as const)
    expect([question, title, finds(question, title)]).toEqual([question, title, false]);
  expect(meaningsOf("dog")).toEqual(["dog", "pet"]);
});

it("Mistyped words of at least 5 letters are corrected unless the table has them, at most two per question, the longest ones", () => {
  const mistyped = (text: string) => mistypedAmong(termsOf(text));
  expect(mistyped("pale tatoo dumbells reciepts")).toEqual(["dumbells", "reciepts"]);
  expect(mistyped("etsy chatgpt pale")).toEqual([]);
  const corrected = new Map([
    ["tatoo", "tattoo"],
    ["somthing", "something"],
  ]);
  expect(termsOf("a tatoo or somthing", corrected).map(({ word }) => word)).toEqual(["tattoo"]);
});

it("If only words that say nothing are given, all words count, of any length", () => {
  expect(wordsOf("I need it for the")).toEqual(["i", "need", "it", "for", "the"]);
  expect(termsOf("🍞🍞🍞🍞🍞 !?")).toEqual([]);
});

it("A question has at most 12 terms", () => {
  const words = Array.from({ length: 20 }, (_, i) => `word${i}`);
  expect(wordsOf(words.join(" "))).toEqual(words.slice(0, maxTerms));
});

it("Texts are compared as the search index does: Latin letters lose one accent, others none", () => {
  expect(plain("Ünïcode ÉTÉ e\u0301")).toBe("unicode ete e");
  expect(plain("й Ế")).toBe("й ế");
});

it("The query for a score names each way to reach it once", () => {
  const query = (words: string, score: number) => scoreQuery(termsOf(words), score);
  expect(query("anvil", 8)).toBe('({title} : "anvil" AND {description} : "anvil")');
  expect(query("anvil", 5)).toBe('{title} : "anvil"');
  expect(query("anvil", 9)).toBe(null);
  expect(query("anvil to lathe", 11)).toBe(
    '((({title} : "anvil" OR {title} : "lathe") AND ({description} : "anvil" AND {description} : "lathe"))' +
      ' OR (({title} : "anvil" AND {title} : "lathe") AND ({description} : "anvil" OR {description} : "lathe")))',
  );
});

const found = (text: string) =>
  helpQuestionsFor(text, termsOf(text), questions).map(({ question }) => question);

it("Up to two help questions whose words match are found, and none for a question about a service", () => {
  expect(found("How do I find the right service?")[0]).toBe("How do I find the right service?");
  expect(found("refunded orders").length).toBeGreaterThan(0);
  for (const text of ["refund", "order", "pay", "account"]) expect(found(text).length).toBeLessThanOrEqual(2);
  expect(found("a logo for a small coffee cooperative")).toEqual([]);
  const special = "Can I ask for something special?";
  for (const text of [special, "can a seller make me a custom offer", "a special price"])
    expect(found(text), text).toContain(special);
});

it("A help question has one of the terms itself, and with its answer at least half of them; the best is first", () => {
  const help = [
    { id: "answer", question: "How long does it take?", answer: "A seller sets the delivery of a logo." },
    { id: "half", question: "When is a logo ready?", answer: "On the day that the seller sets." },
    { id: "both", question: "When is the delivery of a logo?", answer: "On the day that the seller sets." },
  ];
  const ids = (text: string) => helpQuestionsFor(text, termsOf(text), help).map(({ id }) => id);
  expect(ids("logo delivery")).toEqual(["both", "half"]);
  expect(ids("logo café bakery")).toEqual([]);
});

it("A question about Handiwork gets help answers, first; one about a service does not", () => {
  for (const [text, first] of [
    ["how do I get a refund?", "What does the money back guarantee cover?"],
    ["What fee do you take?", "What fees does Handiwork take from my sales?"],
    ["When do I get paid", "When do I get paid?"],
    ["delete my account", "Can I download or delete my data?"],
    ["which payment methods", "Which payment methods can I use?"],
  ] as const)
    expect([text, isAboutHandiwork(termsOf(text)), found(text)[0]]).toEqual([text, true, first]);
  expect(found("how do I get a refund?")[1]).toBe("Can I cancel an order?");
  for (const text of ["a logo for my bakery", "repair the checkout and payment page of my online shop"])
    expect([text, isAboutHandiwork(termsOf(text))]).toEqual([text, false]);
});
