import { z } from "zod";
import { maxRequirementsLength } from "#app/gigs/gig.ts";
import { quantityIn } from "#app/gigs/packages/extras.ts";

const unknownExtra = "One of the extras is no longer offered. Please choose again";

/** Fields of `POST /orders` (docs/specification.md#form-fields). Everything else comes from the database. */
export const orderForm = z.object({
  gigId: z.uuid("This service cannot be ordered"),
  package: z.enum(["starter", "pro", "elite"], "Choose a package").default("starter"),
  requirements: z
    .string()
    .trim()
    .max(maxRequirementsLength, "Please use at most 2,000 characters here")
    .default(""),
  extra: z
    .array(z.string(unknownExtra), unknownExtra)
    .refine((ids) => new Set(ids).size === ids.length, "Choose each extra once")
    .default([]),
  quantity: z.string().transform(quantityIn).default(1),
  /** `update`: shows the price of what is chosen, and orders nothing. */
  intent: z.enum(["update"]).optional().catch(undefined),
  /**
   * The price that the page showed, in cents. Absent: not checked. An unreadable value becomes 0, which is
   * not the price of any gig.
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
