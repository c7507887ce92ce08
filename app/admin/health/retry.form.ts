import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Retries a stuck job. `again` is `mail:{id}`, `webhook:{id}` or `money:{id}`, the id of a money call. */
export const retryForm = z.object({
  again: z
    .string({ error: "Please choose what to retry" })
    .regex(/^(mail|webhook|money):.{1,200}$/, "Please choose what to retry")
    .transform((text) => {
      const [, kind, id = ""] = /^(\w+):(.*)$/s.exec(text) ?? [];
      return { kind: kind as "mail" | "webhook" | "money", id };
    }),
  reason: reasonField,
});
