import { z } from "zod";

const tooShort = "Please give a reason of at least 10 characters";

/** The reason for an operator's write, kept in the audit log (docs/specification.md#operator-access). */
export const reasonField = z
  .string({ error: tooShort })
  .trim()
  .min(10, tooShort)
  .max(1000, "Please give a reason of at most 1,000 characters");

/**
 * Makes the check of a whole form run even if the reason is not valid, so that both errors are shown at the
 * same time.
 */
export const besidesReason = {
  when: ({ issues }: { issues: { path?: PropertyKey[] | undefined }[] }) =>
    issues.every(({ path }) => path?.[0] === "reason"),
};
