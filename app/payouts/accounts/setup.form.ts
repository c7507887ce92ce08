import { z } from "zod";

/**
 * The form that redirects to Stripe. `country` is needed once, `password` unless it was confirmed just now.
 */
export const setupForm = z.object({
  country: z.string().max(2, "Choose a country from the list").default(""),
  password: z.string().max(256, "Password must be at most 256 characters").default(""),
});

/** The form of a suspended seller's link. `again`: to be sent another link, because this one is too old. */
export const claimForm = setupForm
  .omit({ password: true })
  .extend({ token: z.string().max(200).default(""), intent: z.enum(["again"]).optional().catch(undefined) });
