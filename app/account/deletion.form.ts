import { z } from "zod";

export const deletionForm = z.object({
  password: z
    .string({ error: "Password is required" })
    .min(1, "Password is required")
    .max(256, "Password is too long"),
});
