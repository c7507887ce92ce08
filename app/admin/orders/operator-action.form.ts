import { z } from "zod";
import { reasonField } from "#app/admin/reason.form.ts";

const answer = z
  .string()
  .trim()
  .min(1, "Please answer every question")
  .max(2000, "Please use at most 2,000 characters for an answer");

/** What an operator does to an order, each with a reason: a move's twin, a refund of an amount, a failed refund sent again. */
export const operatorActionForm = z.object({
  intent: z.string({ error: "Please choose what to do" }),
  reason: reasonField,
  /** The order's version as the page showed it. */
  version: z.coerce.number().int().optional(),
  /** In dollars, for a refund. */
  amount: z.string().max(20, "Please give an amount in dollars, such as 12.50").default(""),
  /** The id of the call, for a refund that failed. */
  call: z.string().max(100).default(""),
  /** For `answer`: one for each question. */
  answers: z.array(answer, { error: "Please answer every question" }).max(20).default([]),
});

export type OperatorActionInput = z.output<typeof operatorActionForm>;
