import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";
import { reportIntents } from "#app/admin/reports/report-decision.ts";

/** Decides on a reported thing. `id` is the thing's. The person reads the reason of a warning. */
export const reportForm = z.object({
  intent: z.enum(reportIntents, { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose a report" }).min(1, "Please choose a report").max(100),
  reason: reasonField,
});
