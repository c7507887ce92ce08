import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Resolves a mismatch. `id` is a payment's id, or Stripe's id of an unexplained object. */
export const mismatchForm = z.object({
  intent: z.enum(["refund", "look-into", "take-in"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose what to resolve" }).min(1, "Please choose what to resolve").max(255),
  reason: reasonField,
});

export type MismatchInput = z.output<typeof mismatchForm>;
