import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

/** Asks for a page of a conversation. `before`: the number of its page's end; absent: the newest messages. */
export const readingForm = z.object({
  intent: z.literal("read").optional().catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
  reason: reasonField,
});
