import { z } from "zod";
import { readText } from "#app/gigs/drafts/read-text.ts";
import { parsePrice } from "#app/gigs/drafts/typed-number.ts";
import { trimmed } from "#app/lib/blank.ts";
import { offerBounds } from "#app/offers/offer.ts";
import { refusalToWantedBy } from "#app/offers/writing/wanted-by.ts";

/** The fields of the form that a person fills in. */
export const typedInto = ["content", "budget", "wantedBy", "gig"] as const;

/** All fields that the form sends, besides `intent`. */
export const askFields = ["conversation", "id", "files", "files-kept", ...typedInto] as const;

/**
 * POST /offers with `intent=ask` (docs/specification.md#asking-for-an-offer).
 * @param now UTC ms @param timeZone the reader's; null: UTC
 */
export const askForm = (now: number, timeZone: string | null) =>
  z.object({
    content: z
      .string()
      .default("")
      .transform((typed, ctx) => {
        const text = trimmed(typed);
        readText(text, "content", "Your description", offerBounds.text, (_, message) =>
          ctx.addIssue({ code: "custom", message }),
        );
        return text;
      }),
    budget: z
      .string()
      .default("")
      .transform((typed, ctx) => {
        const [least, most] = offerBounds.priceCents;
        const cents = parsePrice(typed);
        const isIn = cents !== null && cents >= least && cents <= most;
        if (typed.trim() !== "" && !isIn)
          ctx.addIssue({
            code: "custom",
            message: "The budget must be $5 to $10,000, such as 80 or 1,000.50",
          });
        return cents;
      }),
    wantedBy: z
      .string()
      .default("")
      .transform((typed, ctx) => {
        const text = typed.trim();
        const refusal = text ? refusalToWantedBy(text, now, timeZone) : null;
        if (refusal) ctx.addIssue({ code: "custom", message: refusal });
        return text || null;
      }),
    id: z.uuid().optional().catch(undefined),
  });
