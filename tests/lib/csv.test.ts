import { expect, it } from "vitest";
import { csvAmount, csvLine, csvTime } from "#app/lib/csv.ts";

/** The cell of a text, as the file has it. */
const cell = (text: string) => csvLine([text]).slice(0, -2);

it("A cell is quoted where it must be, and no cell is a formula", () => {
  expect(csvLine(["plain", null, "a,b", 'say "hi"', "two\nlines"])).toBe(
    'plain,,"a,b","say ""hi""","two\nlines"\r\n',
  );
  for (const text of ["=1+1", "+1", "-1", "@sum", "-1.2.3", "-5.00 and more"])
    expect(csvLine([text])).toBe(`'${text}\r\n`);
  expect(cell("=cmd|'/C calc'!A1,\"x\"")).toBe('"\'=cmd|\'/C calc\'!A1,""x"""');
});

it("A formula after spaces, invisible characters or line ends is text, too, and so is one in full-width characters", () => {
  for (const text of [" =1", "   @x", "\u00A0+1", "\u200B=1", "\u202E=1", "\tplain", "＝1", "＠x"])
    expect(cell(text), JSON.stringify(text)).toBe(`'${text}`);
  expect([cell("\t=1"), cell("\t\t-x")]).toEqual(["'\t'=1", "'\t\t'-x"]);
  expect([cell("\r\n=1"), cell("\n\nplain")]).toEqual(["\"'\r\n'=1\"", '"\'\n\nplain"']);
});

it("A formula within a cell is text where semicolons and line ends begin another cell", () => {
  expect([cell("x;=1"), cell("x; \u200B+1"), cell("x\t@y")]).toEqual(["x;'=1", "x; \u200B'+1", "x\t'@y"]);
  expect(cell("one\n=2\r\n-3")).toBe("\"one\n'=2\r\n'-3\"");
  // In a quoted cell, marks are doubled: `;""=1+1;` is a formula for a program that knows semicolons.
  expect(cell('x;"=1+1;y')).toBe(`"x;""'=1+1;y"`);
  expect(cell('x;""=1')).toBe(`"x;""""'=1"`);
  expect([cell('a\n"=1'), cell('\n"=1')]).toEqual([`"a\n""'=1"`, `"'\n""'=1"`]);
  expect(cell('x; \u200B" +1')).toBe(`"x; \u200B"" '+1"`);
  for (const text of ["a=b", "x; y", "5 - 3", "me@example.test", "Fast; cheap"])
    expect(cell(text)).toBe(text);
});

it("Names of other scripts, emoji and direction marks stay, and half a character becomes a replacement", () => {
  const family = "👩‍👩‍👧 Ödön \u202Eevil\u202C שלום";
  expect(cell(family)).toBe(family);
  expect(cell("\uD800a")).toBe("\uFFFDa");
  const long = "é".repeat(300);
  expect(cell(long)).toBe(long);
});

it("A hostile cell of 100,000 characters takes no time", () => {
  const started = performance.now();
  for (const text of ["\t", ";", " ", "; ", "\u200B", '"', ';"', '; "', '\n"']) cell(text.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(1000);
});

it("Amounts are dollars with cents, and times are ISO 8601", () => {
  expect([12000, 5, -530, 0].map(csvAmount)).toEqual(["120.00", "0.05", "-5.30", "0.00"]);
  expect(csvLine([csvAmount(-530)])).toBe("-5.30\r\n");
  expect(csvTime(Date.UTC(2026, 10, 26, 12))).toBe("2026-11-26T12:00:00.000Z");
});
