import { expect, it } from "vitest";
import { parsePrice, parseRevisions, parseWhole } from "#app/gigs/drafts/typed-number.ts";

it("A price is accepted in the usual spellings", () => {
  const read = ["1,000", "1,000.50", "$ 80", " 80 ", "80.5", "$10,000", "5.05", "1234567"].map(parsePrice);
  expect(read).toEqual([100000, 100050, 8000, 8000, 8050, 1000000, 505, 123456700]);
});

it("A text that is ambiguous or empty is not a price", () => {
  for (const text of [
    "1,50",
    "1.005",
    "1e3",
    "-5",
    "",
    "$",
    "1.",
    ".5",
    "10,00,000",
    "1 000",
    "0x10",
    "٥",
    "5€",
  ])
    expect([text, parsePrice(text)]).toEqual([text, null]);
});

it("Days and revisions are whole numbers; revisions may be unlimited", () => {
  expect([parseWhole(" 7 "), parseWhole("007"), parseWhole("1.0"), parseWhole("-1"), parseWhole("")]).toEqual(
    [7, 7, null, null, null],
  );
  expect([parseRevisions("unlimited"), parseRevisions("0"), parseRevisions("many")]).toEqual([-1, 0, null]);
});
