import { z } from "zod";

/** The form that leads to Stripe. `country` is needed once, `password` unless it was confirmed just now. */
export const setupForm = z.object({
  country: z.string().max(2, "Choose a country from the list").default(""),
  password: z.string().max(256, "Password must be at most 256 characters").default(""),
});
