import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";
import { gapIn } from "#app/admin/tickets/answer-templates.ts";
import { replyField } from "#app/contact/ticket.form.ts";

/** What an operator can do with a ticket (docs/specification.md#operator-tickets). */
export const intents = ["answer", "note", "assign", "close", "uphold", "reverse"] as const;

/** An answer. What a template leaves to the operator must be filled in. */
export const answerField = replyField.superRefine((text, { addIssue }) => {
  const gap = gapIn(text);
  if (gap !== null) addIssue(`Please fill in ${gap}`);
});

/** Why the ticket is closed, for the audit log. */
export const closeForm = z.object({ reason: reasonField });

/** The assignee; empty: no one. */
export const assigneeField = z.string().max(100).default("");
