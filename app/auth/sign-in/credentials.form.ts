import { z } from "zod";
import { fullNameField, usernameField } from "#app/profiles/profile.form.ts";
import { parseTimeZone } from "#app/profiles/time-zone.ts";

const email = z
  .string({ error: "Invalid email address" })
  .trim()
  .toLowerCase()
  .pipe(z.email("Invalid email address").max(254, "Invalid email address"));

/** Any password of 6 to 256 characters (docs/specification.md#passwords). */
const newPassword = z
  .string({ error: "Password must be at least 6 characters" })
  .min(6, "Password must be at least 6 characters")
  .max(256, "Password must be at most 256 characters");

/** A password to compare with the stored one. The maximum bounds the time that hashing takes. */
export const currentPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(256, "Password is too long");

/** The form of /sign-in (docs/specification.md#signing-in). */
export const signInForm = z.object({
  email,
  password: currentPassword,
});

/** The form of /sign-up (docs/specification.md#signing-up). */
export const signUpForm = z.object({
  fullName: fullNameField,
  username: usernameField(),
  email,
  password: newPassword,
  /** Where the user wanted to go (docs/specification.md#return-paths). */
  redirectTo: z.string().optional(),
  /** The browser's zone (docs/specification.md#first-time-zone). A text that names none counts as absent. */
  timeZone: z
    .string()
    .optional()
    .catch(undefined)
    .transform((name) => parseTimeZone(name ?? "")),
});

export type SignUp = z.output<typeof signUpForm>;

/** The form of /sign-up/sent that changes the address (docs/specification.md#after-joining). */
export const sentForm = z.object({ email, redirectTo: z.string().optional() });

/** The form of /forgot-password (docs/specification.md#password-reset). */
export const forgotForm = z.object({ email, redirectTo: z.string().optional() });

/** The form of /reset-password. */
export const resetForm = z.object({
  token: z.string({ error: "This link does not work" }),
  password: newPassword,
});

/** The form of /profile/password (docs/specification.md#passwords). */
export const passwordForm = z.object({ currentPassword, password: newPassword });

/**
 * The form of /profile/email: the new address and the current password (docs/specification.md#email-change).
 */
export const emailForm = z.object({ email, password: currentPassword });
