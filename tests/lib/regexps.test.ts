import { runInNewContext } from "node:vm";
import { analyse } from "scslre";
import { expect, it } from "vitest";
import { steepStep } from "#tests/lib/growth.ts";
import { type Hostile, hostileTextsFor, textOf } from "#tests/lib/hostile-texts.ts";
import { type Literal, regexpsOfProduct } from "#tests/lib/regexps.ts";

const { literals, made } = regexpsOfProduct();
const nameOf = ({ place, source, flags }: Literal) => `${place} /${source}/${flags}`;

it("Every regular expression of the product is a literal, and none is built from a string", () => {
  expect(literals.length).toBeGreaterThan(100);
  expect(made).toEqual([]);
});

it("Static analysis finds no regular expression of the product that backtracks more than in proportion to its input", () => {
  const all = { assumeRejectingSuffix: false, reportTypes: { Move: true, Self: true, Trade: true } };
  const found = literals.flatMap((literal) =>
    analyse(literal, all).reports.map(
      ({ type, character }) => `${nameOf(literal)}: ${type} at /${character.literal.source}/`,
    ),
  );
  expect(found).toEqual([]);
});

/** Whether 1 KB of each hostile text is read within 5 s. A search that does not end is stopped. */
function ends(regexp: RegExp, texts: Hostile[]): boolean {
  const search = () => {
    for (const hostile of texts) textOf(hostile, 1000).replace(regexp, "");
  };
  try {
    runInNewContext("search()", { search }, { timeout: 5000 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      return false;
    throw error;
  }
}

it("Each regular expression costs at most 15 times as much for 100 KB of hostile input as for 10 KB", async () => {
  const found: string[] = [];
  for (const literal of literals) {
    const regexp = new RegExp(literal.source, literal.flags);
    const texts = hostileTextsFor(literal.source, literal.flags);
    if (!ends(regexp, texts)) found.push(`${nameOf(literal)} does not end`);
    else
      for (const hostile of texts) {
        const steep = await steepStep((length) => {
          const text = textOf(hostile, length);
          return () => text.replace(regexp, "");
        });
        if (steep) found.push(`${nameOf(literal)} for ${JSON.stringify(hostile)}: ${steep}`);
      }
  }
  expect(found).toEqual([]);
});
