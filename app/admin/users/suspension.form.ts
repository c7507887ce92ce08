import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Suspends or restores a user. The user reads the reason too. */
export const suspensionForm = z.object({
  intent: z.enum(["suspend", "restore"], { error: "Please choose what to do" }),
  reason: reasonField,
});
