import { z } from "zod";
import { appealLength } from "#app/statements/statement.ts";

/** The form of an appeal (docs/specification.md#reasons). */
export const appealForm = z.object({
  message: z
    .string()
    .default("")
    .transform((typed) => typed.replace(/\r\n?/g, "\n").trim())
    .refine(
      (given) => [...given].length >= appealLength.min,
      `Please write at least ${appealLength.min} characters`,
    )
    .refine(
      (given) => [...given].length <= appealLength.max,
      `Please write at most ${appealLength.max.toLocaleString("en-US")} characters`,
    ),
});
