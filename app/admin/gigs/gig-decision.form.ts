import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Decides about a gig. `version` is the row that the operator has seen. */
export const gigDecisionForm = z.object({
  intent: z.enum(["deny", "allow"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose a service" }).min(1, "Please choose a service").max(100),
  version: z.coerce.number().int().catch(-1),
  reason: reasonField,
});
