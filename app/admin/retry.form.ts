import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** What Health tries anew: `mail:{id}` or `webhook:{id}`. */
export const retryForm = z.object({
  again: z
    .string({ error: "Please choose what to try" })
    .regex(/^(mail|webhook):.{1,200}$/, "Please choose what to try")
    .transform((text) => {
      const [kind = "", ...id] = text.split(":");
      return { kind: kind === "mail" ? ("mail" as const) : ("webhook" as const), id: id.join(":") };
    }),
  reason: reasonField,
});
