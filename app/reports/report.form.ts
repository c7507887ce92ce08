import { z } from "zod";
import { maxNoteLength, reasonNames } from "#app/reports/report.ts";

/** POST /report (docs/specification.md#form-fields). The note is required for "Something else". */
export const reportForm = z
  .object({
    reason: z.enum(reasonNames, "Choose a reason"),
    note: z
      .string()
      .trim()
      .max(maxNoteLength, `Please use at most ${maxNoteLength} characters here`)
      .default(""),
  })
  .superRefine(({ reason, note }, ctx) => {
    if (reason === "other" && !/[\p{L}\p{N}\p{S}]/u.test(note))
      ctx.addIssue({ code: "custom", path: ["note"], message: "Say in one sentence what is wrong" });
  });
