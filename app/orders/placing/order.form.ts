import { z } from "zod";

/** POST /orders (docs/specification.md#form-fields). Price, seller and everything else come from the database. */
export const orderForm = z.object({
  gigId: z.uuid("This service cannot be ordered"),
  package: z.enum(["starter", "pro", "elite"], "Choose a package").default("starter"),
  requirements: z.string().trim().max(2000, "Please use at most 2,000 characters here").default(""),
  /** Cents that the page showed; absent: no check; 0, which no price is: it cannot be read. */
  shownPrice: z
    .string()
    .transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0))
    .optional(),
  /** One-time form token; absent: every post is its own order. */
  token: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional()
    .catch(undefined),
});
