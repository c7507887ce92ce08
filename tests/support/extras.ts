import type { GigExtras } from "#drizzle/schema.ts";

/** Everything: faster Basic and Standard, an extra, one that takes longer, and a quantity. */
export const someExtras: GigExtras = {
  list: [
    { id: "source-file", title: "Source file", priceCents: 2000, days: 0 },
    { id: "print-version", title: "Print version", priceCents: 3000, days: 2 },
  ],
  faster: { starter: { days: 1, priceCents: 1500 }, pro: { days: 1, priceCents: 4000 } },
  several: true,
};
