import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Decides on a reported review. `id` is the review's. */
export const reportForm = z.object({
  intent: z.enum(["take-review-down", "leave-review"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose a review" }).min(1, "Please choose a review").max(100),
  reason: reasonField,
});
