import { expect, test } from "vitest";
import { readOffer } from "#app/offers/writing/read-offer.ts";
import { changeOffer, offerLabel, typedOfferOf, typedOfVersion } from "#app/offers/writing/typed-offer.ts";
import { refusalToWantedBy, todayIn, yearAfter } from "#app/offers/writing/wanted-by.ts";

const typed = {
  ...{ gig: "g", content: `  ${"What you get. ".repeat(4)}`, "features[0]": " A  film ", "features[1]": "" },
  ...{ price: "$ 1,000.50", days: "90", revisions: "unlimited", questionsOf: "gig", valid: "30" },
};
const errorsOf = (changed: Record<string, string>) => {
  const read = readOffer({ ...typed, ...changed });
  return "errors" in read ? read.errors : {};
};

test("The form of an offer is read as it is meant", () => {
  expect(readOffer(typed)).toEqual({
    written: {
      ...{ gigId: "g", text: "What you get. ".repeat(4).trim(), features: ["A film"], priceCents: 100_050 },
      ...{ deliveryDays: 90, revisions: -1, questions: null, validDays: 30, replaces: null },
    },
  });
});

test("Own questions are read only if they are chosen", () => {
  const asked = { "questions[0].question": "Which size?", "questions[0].type": "text" };
  expect(readOffer({ ...typed, ...asked })).toMatchObject({ written: { questions: null } });
  expect(readOffer({ ...typed, ...asked, questionsOf: "own" })).toMatchObject({
    written: { questions: [{ question: "Which size?", type: "text", required: false }] },
  });
});

test("The bounds are $5 and $10,000, 1 and 90 days, 40 and 5,000 characters, 1 and 30 days valid", () => {
  const limits: Record<string, string>[] = [
    { price: "5" },
    { price: "10000" },
    { days: "1" },
    { valid: "1" },
    { content: "x".repeat(5000) },
  ];
  for (const fine of limits) expect(errorsOf(fine), JSON.stringify(fine).slice(0, 40)).toEqual({});
  const wrong = { price: "4.99", days: "91", valid: "31", content: "x".repeat(39), revisions: "10" };
  for (const [name, text] of Object.entries(wrong))
    expect(Object.keys(errorsOf({ [name]: text }))).toEqual([name]);
  expect(Object.keys(errorsOf({ price: "10,000.01" }))).toEqual(["price"]);
  expect(Object.keys(errorsOf({ content: "x".repeat(5001) }))).toEqual(["content"]);
  expect(Object.keys(errorsOf({ content: "\u200b".repeat(60) }))).toEqual(["content"]);
});

test("An eleventh feature or question has its error at its own row", () => {
  const rows = (name: (i: number) => string) =>
    Object.fromEntries(Array.from({ length: 11 }, (_, i) => [name(i), `Row ${i}`]));
  expect(errorsOf(rows((i) => `features[${i}]`))).toEqual({
    "features[10]": "You can have at most 10 features",
  });
  const types = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`questions[${i}].type`, "text"]));
  expect(errorsOf({ ...rows((i) => `questions[${i}].question`), ...types, questionsOf: "own" })).toEqual({
    "questions[10].question": "You can have at most 10 questions",
  });
});

test("Only the fields of the form are read, with line breaks as one character", () => {
  const form = new FormData();
  for (const [name, text] of Object.entries({ content: "a\r\nb", intent: "send", "faqs[0].question": "x" }))
    form.set(name, text);
  expect(typedOfferOf(form)).toEqual({ content: "a\nb" });
});

test("The buttons of rows add, move and remove; an eleventh row can be removed", () => {
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`features[${i}]`, `${i}`]));
  const removed = changeOffer(eleven, "remove:features:10");
  expect(removed && "typed" in removed && Object.keys(removed.typed)).toHaveLength(10);
  expect(changeOffer(eleven, "add:features")).toEqual({ refusal: "You can have at most 10 of these" });
  expect(changeOffer({}, "add:questions")).toMatchObject({ focus: "questions[0].question" });
  for (const intent of ["save", "add:faqs", "up:features:100", "up:features"])
    expect(changeOffer({}, intent), intent).toBeNull();
});

test("A new version starts from the offer; questions of the service stay those of the service", () => {
  const questions = [
    { question: "Which size?", type: "choice" as const, required: true, options: ["S", "L"] },
  ];
  const offer = {
    ...{
      id: "o",
      gigId: "g",
      text: "Text",
      features: ["A"],
      priceCents: 34_050,
      deliveryDays: 3,
      revisions: -1,
    },
    questions,
  };
  expect(typedOfVersion(offer, questions)).toEqual({
    ...{
      questionsOf: "gig",
      valid: "7",
      gig: "g",
      replaces: "o",
      content: "Text",
      price: "340.50",
      days: "3",
    },
    ...{ revisions: "unlimited", "features[0]": "A" },
  });
  expect(typedOfVersion(offer, [])).toMatchObject({
    ...{ questionsOf: "own", "questions[0].question": "Which size?", "questions[0].type": "choice" },
    ...{ "questions[0].required": "on", "questions[0].options": "S\nL" },
  });
});

test("Each field has a name in words", () => {
  expect(["price", "features[1]", "questions[0].options"].map(offerLabel)).toEqual([
    "Price",
    "Features 2",
    "Questions 1, options",
  ]);
});

test("Work is wanted from today, in the reader's zone, to a year ahead", () => {
  const now = Date.parse("2026-11-30T23:30:00Z");
  expect([todayIn(now, null), todayIn(now, "Asia/Tokyo"), yearAfter("2028-02-29")]).toEqual([
    "2026-11-30",
    "2026-12-01",
    "2029-02-29",
  ]);
  const sentence = "Choose a day between today and a year from now";
  expect(refusalToWantedBy("2026-11-30", now, null)).toBeNull();
  expect(refusalToWantedBy("2026-11-30", now, "Asia/Tokyo")).toBe(sentence);
  expect(refusalToWantedBy("2027-11-30", now, null)).toBeNull();
  for (const text of ["2027-12-01", "2026-02-30", "30.11.2026", "2026-11-29"])
    expect(refusalToWantedBy(text, now, null), text).toBe(sentence);
});
