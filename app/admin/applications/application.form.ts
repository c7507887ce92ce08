import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Decides about a registration. `version` is the row that the operator has seen. */
export const applicationForm = z.object({
  intent: z.enum(["vet", "ask", "waive", "return-fee", "refuse", "refuse-and-return"], {
    error: "Please choose what to do",
  }),
  id: z.string({ error: "Please choose an application" }).min(1, "Please choose an application").max(100),
  version: z.coerce.number().int().catch(-1),
  reason: reasonField,
});
