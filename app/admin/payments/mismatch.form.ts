import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Resolves something of the queue of mismatches: `id` is a payment's, or Stripe's id of what nothing explains. */
export const mismatchForm = z.object({
  intent: z.enum(["refund", "look-into"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose what to resolve" }).min(1, "Please choose what to resolve").max(255),
  reason: reasonField,
});
