import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  allowances,
  bytesPerYear,
  costOf,
  costOfFiles,
  ratePeriod,
  rates,
} from "#app/auth/allowances/allowance.ts";

const specification = readFileSync("docs/specification.md", "utf8");

it("At its limits one account adds at most 200 MB a year", () => {
  expect(bytesPerYear()).toBeLessThanOrEqual(200_000_000);
  expect(bytesPerYear()).toBeGreaterThan(100_000_000);
});

it("A text counts once for each 1,000 bytes that it begins, files for each MB", () => {
  expect([costOf(""), costOf("x".repeat(999)), costOf("x".repeat(1000)), costOf("é".repeat(1000))]).toEqual([
    1, 1, 2, 3,
  ]);
  expect(costOfFiles([{ size: 1 }, { size: 1024 ** 2 }])).toBe(2);
});

it("wrangler.toml has the same short windows", () => {
  const toml = readFileSync("wrangler.toml", "utf8");
  for (const [kind, limit] of Object.entries(rates)) {
    const block = new RegExp(
      `name = "${kind.toUpperCase()}_RATE"\\n[^[]*simple = \\{ limit = (\\d+), period = (\\d+) \\}`,
    );
    expect(block.exec(toml)?.slice(1).map(Number), kind).toEqual([limit, ratePeriod]);
  }
});

it("The specification has the same numbers", () => {
  for (const [action, { account, network, bytes }] of Object.entries(allowances)) {
    const row = `| \`${action}\` | [^|]+ | ${account ?? "—"} | ${network.toLocaleString("en")} | ${bytes.toLocaleString("en")} |`;
    expect(specification).toMatch(new RegExp(row.replaceAll("|", "\\|")));
  }
});
