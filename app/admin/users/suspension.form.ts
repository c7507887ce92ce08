import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Suspending and restoring: both ask for a reason, which the person reads too. */
export const suspensionForm = z.object({
  intent: z.enum(["suspend", "restore"], { error: "Please choose what to do" }),
  reason: reasonField,
});
