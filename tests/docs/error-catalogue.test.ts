import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// tests/errors/catalogue.test.ts and fallbacks.test.ts read like the tables of the specification.

const specification = readFileSync("docs/specification.md", "utf8");
const table = specification.split('<a id="error-catalogue"></a>')[1]?.split("<a id=")[0] ?? "";
/** The rows: situation and sentences. Where a sentence has a place for details, its longest part. */
const rows = [...table.matchAll(/^\| ([^|]+?) \| (.+) \|$/gm)]
  .slice(2)
  .map(([, situation = "", says = ""]) => ({
    situation,
    sentences: [...says.matchAll(/‘([^’]+)’/g)].map(
      ([, sentence = ""]) => sentence.split(/\{\w+\}/).toSorted((a, b) => b.length - a.length)[0] ?? "",
    ),
  }));

const source = ["catalogue", "fallbacks"]
  .map((name) => readFileSync(`tests/errors/${name}.test.ts`, "utf8"))
  .join("\n");
/** Each test with its name, its code, and the files that the comments above it name. */
const tests = [...source.matchAll(/((?:^\/\/ Also: .+\n)*)^test\("([^"]+)"([\s\S]*?)^\}\);$/gm)].map(
  ([, above = "", name = "", code = ""]) => ({
    name,
    code,
    also: [...above.matchAll(/Also: (\S+)$/gm)].map(([, file = ""]) => file),
  }),
);

test("Each row of the catalogue has one test, in its order, and the rows without a table follow", () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(tests.map(({ name }) => name)).toEqual([
    ...rows.map(({ situation }) => situation),
    "Silent fallbacks",
    "Authentication library errors",
  ]);
});

test("Test files that the catalogue names exist", () => {
  const named = tests.flatMap(({ also }) => also);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test("Each sentence of a row is in its test, or in one that it names", () => {
  const missing = rows.flatMap(({ situation, sentences }) => {
    const row = tests.find(({ name }) => name === situation);
    const texts = [row?.code ?? "", ...(row?.also ?? []).map((file) => readFileSync(file, "utf8"))];
    // In a regular expression a full stop has a backslash.
    const text = texts.join("\n").replaceAll(/\\+\./g, ".");
    return sentences
      .filter((sentence) => !text.includes(sentence.replace(/: $/, "")))
      .map((sentence) => `${situation}: ${sentence}`);
  });
  expect(missing).toEqual([]);
});
