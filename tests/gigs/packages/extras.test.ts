import { expect, test } from "vitest";
import { additionsTo, chosenOf } from "#app/gigs/packages/extras.ts";
import type { Package } from "#app/gigs/packages/package.ts";
import type { GigExtras } from "#drizzle/schema.ts";

const standard: Package = {
  key: "pro",
  name: "Standard",
  title: "Two drafts",
  description: "",
  priceCents: 10_000,
  deliveryDays: 5,
  revisions: 1,
  features: [],
};
const extras: GigExtras = {
  list: [
    { id: "source-file", title: "Source file", priceCents: 2000, days: 0 },
    { id: "print", title: "Print version", priceCents: 3000, days: 2 },
  ],
  faster: { pro: { days: 3, priceCents: 4000 } },
  several: true,
};

test("The price of the package is multiplied by the quantity, each extra is added once, and the days add up", () => {
  const chosen = chosenOf(standard, extras, { quantity: 3, extras: ["print", "faster", "print"] });
  expect(chosen).toEqual({
    lines: [
      { id: "package", title: "Standard: Two drafts", priceCents: 10_000, quantity: 3 },
      { id: "faster", title: "Faster delivery: 2 days", priceCents: 4000, quantity: 1 },
      { id: "print", title: "Print version", priceCents: 3000, quantity: 1 },
    ],
    priceCents: 37_000,
    deliveryDays: 4,
  });
});

test("The package alone has no lines", () => {
  const plain = { lines: null, priceCents: 10_000, deliveryDays: 5 };
  expect(chosenOf(standard, extras, { quantity: 1, extras: [] })).toEqual(plain);
  expect(chosenOf(standard, null, { quantity: 1, extras: [] })).toEqual(plain);
});

test("An unknown extra, a wrong quantity and a sum over $10,000 are refused", () => {
  const refusal = (quantity: number, ids: string[], of: GigExtras | null = extras) =>
    Object.entries(chosenOf(standard, of, { quantity, extras: ids })).find(([key]) => key === "refusal")?.[1];
  expect(refusal(1, ["source-file", "of-another-gig"])).toMatch(/no longer offered/);
  for (const quantity of [0, 11, 1.5, Number.NaN]) expect(refusal(quantity, [])).toBe("Choose 1 to 10");
  expect(refusal(2, [], { ...extras, several: false })).toBe(
    "You can order only one of this service at a time",
  );
  const dear = { ...standard, priceCents: 200_000 };
  expect(chosenOf(dear, extras, { quantity: 6, extras: [] })).toEqual({
    refusal: "An order can cost at most $10,000",
    field: "quantity",
  });
});

test("Faster delivery that saves every day of the package is not offered", () => {
  const quick = { ...standard, deliveryDays: 3 };
  expect(additionsTo(quick, extras).map(({ id }) => id)).toEqual(["source-file", "print"]);
});
