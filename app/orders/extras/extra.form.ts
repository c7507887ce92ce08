import { z } from "zod";
import { oneLine, readText } from "#app/gigs/drafts/read-text.ts";
import { parsePrice, parseWhole } from "#app/gigs/drafts/typed-number.ts";
import { extraBounds } from "#app/gigs/packages/extras.ts";
import { dollars } from "#app/lib/money.ts";

/** The fields that a seller fills in to offer an extra. */
export const typedOfExtra = ["title", "price", "days"] as const;

const prices = extraBounds.priceCents.map(dollars).join(" to ");
const [minDays, maxDays] = extraBounds.days;

/**
 * POST /offers with `intent=offer-extra` (docs/specification.md#added-extras): an extra for one order, in
 * cents and days.
 */
export const extraForm = z
  .object({
    title: z
      .string()
      .default("")
      .transform((typed, ctx) =>
        readText(oneLine(typed), "title", "The title", extraBounds.title, (_, message) =>
          ctx.addIssue({ code: "custom", message }),
        ),
      ),
    price: number(parsePrice, extraBounds.priceCents, `The price must be ${prices}, such as 45 or 45.50`),
    days: number(parseWhole, extraBounds.days, `It must add ${minDays} to ${maxDays} days`),
  })
  .transform(({ title, price: priceCents, days }) => ({ title, priceCents, days }));

/** A number as people type it. @param sentence shown if it is not a number or is out of bounds */
function number(
  parse: (typed: string) => number | null,
  [least, most]: readonly [number, number],
  sentence: string,
) {
  return z
    .string()
    .default("")
    .transform((typed, ctx) => {
      const value = parse(typed);
      if (value !== null && value >= least && value <= most) return value;
      ctx.addIssue({ code: "custom", message: sentence });
      return z.NEVER;
    });
}
