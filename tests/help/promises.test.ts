import { expect, it } from "vitest";
import { privacy } from "#app/help/privacy.ts";
import { questions } from "#app/help/questions.ts";
import { terms } from "#app/help/terms.ts";
import { accountPromises } from "./account-promises.ts";
import { helpPromises } from "./help-promises.ts";
import { legalPromises } from "./legal-promises.ts";

const promises = [...helpPromises, ...accountPromises, ...legalPromises];
const sources = import.meta.glob<string>("/tests/**/*.ts", { query: "?raw", import: "default", eager: true });
const texts = [
  ...questions.map(({ answer }) => answer),
  ...[privacy, terms(14)].flatMap(({ sections }) =>
    sections.flatMap(({ blocks }) => blocks.flatMap((block) => ("text" in block ? block.text : block.items))),
  ),
];

it("Each promise stands on a page to the letter, and a test of the named file keeps it", () => {
  expect(promises.length).toBeGreaterThan(110);
  expect(
    promises.map(([promise]) => promise).filter((promise) => !texts.some((text) => text.includes(promise))),
  ).toEqual([]);
  const isTested = (file: string, test: string) => sources[`/tests/${file}`]?.includes(test) === true;
  expect(
    promises.filter(([, file, test]) => !isTested(file, test)).map(([, file, test]) => [file, test]),
  ).toEqual([]);
});
