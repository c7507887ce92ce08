import { z } from "zod";
import { payoutIntents, refusalsToFields } from "#app/admin/payouts/payout-decision.ts";
import { besidesReason, reasonField } from "#app/admin/reason.form.ts";

/** An operator's decision about a person's payouts. */
export const payoutDecisionForm = z
  .object({
    intent: z.enum(payoutIntents, { error: "Please choose what to do" }),
    reason: reasonField,
    /** What the page showed: the version of the money for decisions that move it, or the end of the hold. */
    version: z.coerce.number().int().optional(),
    /** The transfer to reverse, the order whose debt is written off, or the hold to renew or to release. */
    id: z.string().max(100).default(""),
    /** In dollars, for `pay-by-hand` and `reverse`. */
    amount: z.string().max(20, "Please enter an amount in dollars, such as 12.50").default(""),
    /** How long a hold lasts, for `hold` and `renew`. */
    days: z.string().max(20, "Please enter 1 to 90 days").default(""),
    /** The bank's reference, for `pay-by-hand`. */
    reference: z.string().trim().max(100, "Please use at most 100 characters for the reference").default(""),
  })
  .superRefine((input, { addIssue }) => {
    for (const [field, [message]] of Object.entries(refusalsToFields(input)))
      addIssue({ code: "custom", path: [field], message });
  }, besidesReason);

export type PayoutDecisionInput = z.output<typeof payoutDecisionForm>;
