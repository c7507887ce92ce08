import { z } from "zod";
import { fullNameField, usernameField } from "#app/profiles/profile.form.ts";

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

/** A password that is compared with the stored one. Its length is bounded, because hashing takes as long as the text is. */
const currentPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(256, "Password is too long");

/** docs/specification.md#signing-in. */
export const signInForm = z.object({
  email,
  password: currentPassword,
});

/** docs/specification.md#signing-up, with the usernames and passwords of product.md section 7. */
export const signUpForm = z.object({
  fullName: fullNameField,
  username: usernameField(),
  email,
  password: newPassword,
});

export type SignUp = z.output<typeof signUpForm>;

/** /forgot-password. */
export const forgotForm = z.object({ email });

/** /reset-password. */
export const resetForm = z.object({
  token: z.string({ error: "This link does not work" }),
  password: newPassword,
});

/** /profile/password. */
export const passwordForm = z.object({ currentPassword, password: newPassword });

/** /profile/email: the new address, and the password as it is. */
export const emailForm = z.object({ email, password: currentPassword });
