import { expect, it } from "vitest";
import { parseEarlier, withEarlier } from "#app/assistant/earlier.ts";

const asked = (text: string) => ({ text, services: [{ slug: "a-logo", title: "A logo" }] });

it("Earlier questions are read as they were stored, and invalid entries are left out", () => {
  const all = [asked("a logo"), { text: "zzyzx", services: [] }];
  expect(parseEarlier(JSON.stringify(all))).toEqual(all);
  for (const text of [
    null,
    "",
    "{",
    "null",
    "5",
    '{"a":1}',
    '[1,null,{"text":"x"},{"text":"x","services":[null]}]',
  ])
    expect([text, parseEarlier(text)]).toEqual([text, []]);
});

it("The newest 20 questions are kept, each once", () => {
  const all = Array.from({ length: 25 }, (_, i) => asked(`question ${i}`)).reduce(withEarlier, []);
  expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => `question ${i + 5}`));
  expect(withEarlier(all, asked("question 7")).map(({ text }) => text)).toEqual([
    ...all.map(({ text }) => text).filter((text) => text !== "question 7"),
    "question 7",
  ]);
});
