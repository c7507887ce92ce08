import { z } from "zod";

const tooShort = "Please give a reason of at least 10 characters";

/** The reason for an operator's write, kept in the audit log (docs/specification.md#operator-access). */
export const reasonField = z
  .string({ error: tooShort })
  .trim()
  .min(10, tooShort)
  .max(1000, "Please give a reason of at most 1,000 characters");

/**
 * For the check of a whole form: it runs while the reason is wrong, too, so that both errors are shown at
 * once.
 */
export const besidesReason = {
  when: ({ issues }: { issues: { path?: PropertyKey[] | undefined }[] }) =>
    issues.every(({ path }) => path?.[0] === "reason"),
};
