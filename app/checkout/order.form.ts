import { z } from "zod";
import { longestRequirements } from "#app/gigs/gig.ts";

/** Fields of `POST /orders` (docs/specification.md#form-fields). Everything else comes from the database. */
export const orderForm = z.object({
  gigId: z.uuid("This service cannot be ordered"),
  package: z.enum(["starter", "pro", "elite"], "Choose a package").default("starter"),
  requirements: z
    .string()
    .trim()
    .max(longestRequirements, "Please use at most 2,000 characters here")
    .default(""),
  /**
   * The price that the page showed, in cents. Absent: not checked. An unreadable value becomes 0, which is no
   * gig's price.
   */
  shownPrice: z
    .string()
    .transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0))
    .optional(),
  /** One-time form token. Absent: every post is a new order. */
  token: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional()
    .catch(undefined),
});

/** A valid order form. */
export type OrderForm = z.infer<typeof orderForm>;
