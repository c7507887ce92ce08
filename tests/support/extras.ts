import type { GigExtras } from "#drizzle/schema.ts";

/** Extras of every kind: faster Basic and Standard, a plain extra, one that takes longer, and several at once. */
export const someExtras: GigExtras = {
  list: [
    { id: "source-file", title: "Source file", priceCents: 2000, days: 0 },
    { id: "print-version", title: "Print version", priceCents: 3000, days: 2 },
  ],
  faster: { starter: { days: 1, priceCents: 1500 }, pro: { days: 1, priceCents: 4000 } },
  several: true,
};
