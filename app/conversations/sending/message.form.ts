import { z } from "zod";
import { refusalToSend } from "#app/conversations/conversation.ts";

/**
 * POST /messages (docs/specification.md#form-fields). The client generates the id; if it is missing, the
 * server does.
 * @param files the number of files of the message
 */
export const messageForm = (files: number) =>
  z.object({
    conversation: z.string({ error: "Choose a conversation first" }),
    id: z.uuid().optional().catch(undefined),
    content: z
      .string()
      .default("")
      .superRefine((content, ctx) => {
        const refusal = refusalToSend(content, files);
        if (refusal) ctx.addIssue({ code: "custom", message: refusal });
      }),
  });
