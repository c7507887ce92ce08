import { z } from "zod";

const tooShort = "Please give a reason of at least 10 characters";

/** Suspending and restoring: both ask for a reason, which the person reads too. */
export const suspensionForm = z.object({
  intent: z.enum(["suspend", "restore"], { error: "Please choose what to do" }),
  reason: z
    .string({ error: tooShort })
    .trim()
    .min(10, tooShort)
    .max(1000, "Please give a reason of at most 1,000 characters"),
});
