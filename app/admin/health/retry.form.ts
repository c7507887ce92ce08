import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/**
 * Retries a stuck job, or runs the scheduled work. `again` is `mail:{id}`, `webhook:{id}`, `money:{id}` (the
 * id of a money call), or `sweep`.
 */
export const retryForm = z.object({
  again: z
    .string({ error: "Please choose what to retry" })
    .regex(/^((mail|webhook|money):.{1,200}|sweep)$/, "Please choose what to retry")
    .transform((text) => {
      const [kind = "", ...id] = text.split(":");
      return { kind: kind as "mail" | "webhook" | "money" | "sweep", id: id.join(":") };
    }),
  reason: reasonField,
});
