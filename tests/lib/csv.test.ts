import { expect, it } from "vitest";
import { csvAmount, csvLine, csvTime } from "#app/lib/csv.ts";

it("A cell is quoted where it must be, and no cell is a formula", () => {
  expect(csvLine(["plain", null, "a,b", 'say "hi"', "two\nlines"])).toBe(
    'plain,,"a,b","say ""hi""","two\nlines"\r\n',
  );
  for (const text of ["=1+1", "+1", "-1", "@sum", "\t=1", "-1.2.3", "-5.00 and more"])
    expect(csvLine([text])).toBe(`'${text}\r\n`);
});

it("Amounts are dollars with cents, and times are ISO 8601", () => {
  expect([12000, 5, -530, 0].map(csvAmount)).toEqual(["120.00", "0.05", "-5.30", "0.00"]);
  expect(csvLine([csvAmount(-530)])).toBe("-5.30\r\n");
  expect(csvTime(Date.UTC(2026, 10, 26, 12))).toBe("2026-11-26T12:00:00.000Z");
});
