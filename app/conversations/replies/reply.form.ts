import { z } from "zod";
import { maxReplyLength } from "#app/conversations/replies/reply.ts";
import { isBlank } from "#app/lib/blank.ts";

/** POST /profile/replies: a saved reply. `reply`: its number; absent: a new one. */
export const replyForm = z.object({
  reply: z.coerce.number().int().positive().optional().catch(undefined),
  content: z
    .string()
    .default("")
    .superRefine((content, ctx) => {
      if (isBlank(content)) ctx.addIssue({ code: "custom", message: "Write the reply first" });
      else if (content.trim().length > maxReplyLength)
        ctx.addIssue({
          code: "custom",
          message: `Please use at most ${maxReplyLength.toLocaleString("en-US")} characters in a reply`,
        });
    }),
});
