import { z } from "zod";
import { parseCode } from "#app/auth/second-factor/factor.ts";
import { currentPassword } from "#app/auth/sign-in/credentials.form.ts";

const friendlyName = z
  .string({ error: "Enter a name" })
  .trim()
  .max(60, "A name can have at most 60 characters")
  .optional();

/**
 * Enrols a factor (docs/specification.md#auth-calls). `issuer` replaces the product's name in the
 * authenticator app; it is used only in the response, and not stored.
 */
export const enrolForm = z.discriminatedUnion(
  "factor_type",
  [
    z.object({
      factor_type: z.literal("totp"),
      friendly_name: friendlyName,
      issuer: z.string().trim().max(60, "An issuer can have at most 60 characters").optional(),
    }),
    z.object({
      factor_type: z.literal("phone"),
      friendly_name: friendlyName,
      phone: z
        .string({ error: "Enter a phone number" })
        .transform((text) => text.replace(/[\s().-]/g, ""))
        .pipe(
          z
            .string()
            .regex(/^\+[1-9]\d{7,14}$/, "Enter the number with its country code, like +44 7700 900123"),
        ),
    }),
  ],
  { error: "factor_type must be totp or phone" },
);

/** The password that a page asks for in addition to `enrolForm` (docs/specification.md#second-factor). */
export const confirmForm = z.object({ password: currentPassword });

export type EnrolForm = z.output<typeof enrolForm>;

/** Challenges a factor (docs/specification.md#auth-calls). */
export const challengeForm = z.object({
  channel: z.literal("sms", { error: "channel must be sms" }).optional(),
});

/** Verifies a code of a factor. Without `challenge_id` it answers the latest challenge. */
export const codeForm = z.object({
  code: z
    .string({ error: "Enter the 6 digits" })
    .transform((text) => text.replace(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "Enter the 6 digits")),
  challenge_id: z.string().max(100).optional(),
});

/** The second step of signing in: a code of `factor` (by default the first one), or a recovery code. */
export const signInCodeForm = z.object({
  code: z
    .string({ error: "Enter the 6 digits, or a recovery code" })
    .refine((text) => parseCode(text) !== null, "Enter the 6 digits, or a recovery code"),
  factor: z.string().max(100).optional(),
});

export type SignInCode = z.output<typeof signInCodeForm>;
