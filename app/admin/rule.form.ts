import { z } from "zod";
import { ruleCodes } from "#app/statements/rules.ts";

/** The rule of a decision against a user; absent: none was chosen. */
export const ruleField = z.enum(ruleCodes).optional().catch(undefined);

/**
 * A check for a form with `ruleField`: a decision against a user names its rule
 * (docs/specification.md#reasons). Its error is shown together with those of the other fields.
 */
export const rulePicked = { path: ["rule"], error: "Please choose the rule", when: () => true };
