import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/**
 * Retries a stuck job, runs the scheduled work, or clears a bad address. `again` is `mail:{id}`,
 * `webhook:{id}`, `money:{id}` (the id of a money call), `address:{address}`, or `sweep`.
 */
export const retryForm = z.object({
  again: z
    .string({ error: "Please choose what to retry" })
    .regex(/^((mail|webhook|money):.{1,200}|address:.{1,254}|sweep)$/s, "Please choose what to retry")
    .transform((text) => {
      const [kind = "", ...id] = text.split(":");
      return { kind: kind as "mail" | "webhook" | "money" | "address" | "sweep", id: id.join(":") };
    }),
  reason: reasonField,
});
