import { expect, it } from "vitest";
import { privacy } from "#app/help/privacy.ts";
import { questions } from "#app/help/questions.ts";
import { terms } from "#app/help/terms.ts";
import { accountPromises } from "./account-promises.ts";
import { helpPromises } from "./help-promises.ts";
import { legalPromises } from "./legal-promises.ts";

const promises = [...helpPromises, ...accountPromises, ...legalPromises];
const tests = import.meta.glob("/tests/**/*.{test,e2e}.ts");
const figures = { percent: 0, refundDays: 14, clearDays: 14, topRatedDays: 7, interval: "weekly" } as const;
const texts = [
  ...questions.map(({ answer }) => answer),
  ...[privacy, terms(figures)].flatMap(({ sections }) =>
    sections.flatMap(({ blocks }) => blocks.flatMap((block) => ("text" in block ? block.text : block.items))),
  ),
];

it("Each promise is on a page, word for word, and names test files that exist", () => {
  expect(promises.length).toBeGreaterThan(105);
  expect(
    promises.map(([promise]) => promise).filter((promise) => !texts.some((text) => text.includes(promise))),
  ).toEqual([]);
  expect(promises.filter(([, ...files]) => files.length === 0)).toEqual([]);
  expect(
    promises.flatMap(([, ...files]) => files).filter((file) => !Object.hasOwn(tests, `/tests/${file}`)),
  ).toEqual([]);
});
