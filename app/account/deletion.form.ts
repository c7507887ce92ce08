import { z } from "zod";

export const deletionForm = z.object({
  password: z
    .string({ error: "Password is required" })
    .min(1, "Password is required")
    .max(256, "Password is too long"),
  // The seller leaves what was not paid out.
  leave: z.literal("yes").optional().catch(undefined),
});
