import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Asked, demoAnswer, missesOf } from "./demo-answers.ts";

const read = (file: string): Asked[] => JSON.parse(readFileSync(file, "utf8"));

it("At least 34 of 40 ordinary questions have the service that a person would choose among the three", () => {
  const asked = read("tests/assistant/questions.json");
  expect(asked.length).toBe(40);
  const misses = missesOf(asked).map(
    ({ question, best }) => `${question} (${best}): ${demoAnswer(question).join("; ")}`,
  );
  expect(misses.length, misses.join("\n")).toBeLessThanOrEqual(6);
});
