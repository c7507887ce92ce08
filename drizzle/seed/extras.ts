import { slugify } from "#app/lib/slug.ts";
import type { GigExtras } from "#drizzle/schema/gigs.ts";
import type { SourceExtras } from "./source.ts";

/** The extras of a hand-written gig as the database has them: in cents, and with ids. */
export function extrasOf({ list, faster, several }: SourceExtras): GigExtras {
  const inCents = <T extends { price: number }>({ price, ...rest }: T) => ({
    ...rest,
    priceCents: price * 100,
  });
  return {
    list: list.map((extra) => ({ id: slugify(extra.title), ...inCents(extra) })),
    faster: Object.fromEntries(Object.entries(faster).map(([key, tier]) => [key, inCents(tier)])),
    several,
  };
}
