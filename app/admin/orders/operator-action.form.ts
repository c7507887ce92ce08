import { z } from "zod";
import { besidesReason, reasonField } from "#app/admin/reason.form.ts";
import { daysField, wrongDays } from "#app/orders/page/transition.form.ts";

const answer = z
  .string()
  .trim()
  .min(1, "Please answer every question")
  .max(2000, "Please use at most 2,000 characters for an answer");

/** An operator's action on an order: a transition, a refund of an amount, or a failed refund sent again. */
export const operatorActionForm = z
  .object({
    intent: z.string({ error: "Please choose what to do" }),
    reason: reasonField,
    /** The order's version as the page showed it; parsed into a number. */
    version: z.coerce
      .string()
      .regex(/^\d{1,9}$/, "Please reload this order first")
      .transform(Number),
    /** In dollars, for `refund`. */
    amount: z.string().max(20, "Please enter an amount in dollars, such as 12.50").default(""),
    /** Who bears the seller's share, for `refund` of an order whose earnings have cleared. */
    bearer: z.string().max(20).default(""),
    /** The id of the failed money call, for `refund-again`. */
    call: z.string().max(100).default(""),
    /** For `ask-time`. */
    days: z.string().max(20, wrongDays).default(""),
    /** For `answer`: one answer for each question. */
    answers: z.array(answer, { error: "Please answer every question" }).max(20).default([]),
  })
  .refine(({ intent, days }) => intent !== "ask-time" || daysField().safeParse(days).success, {
    path: ["days"],
    error: wrongDays,
    ...besidesReason,
  });

export type OperatorActionInput = z.output<typeof operatorActionForm>;
