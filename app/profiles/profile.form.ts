import { z } from "zod";
import { trimmed } from "#app/lib/blank.ts";
import { maxBioLength } from "#app/profiles/profile.ts";
import { parseTimeZone } from "#app/profiles/time-zone.ts";
import { refusalToUseName, usernameOf } from "#app/profiles/username.ts";

/** The full name, at /sign-up and /profile (docs/specification.md#profile-screen). */
export const fullNameField = z
  .string({ error: "Full name is required" })
  .overwrite(trimmed)
  .min(2, "Full name is required")
  .max(100, "Full name must be at most 100 characters");

/**
 * A username that follows the rules (docs/specification.md#usernames); the write checks whether it is free.
 * @param current the user's current username, which may stay even if it breaks a rule
 */
export function usernameField(current: string | null = null) {
  return z
    .string()
    .default("")
    .transform(usernameOf)
    .superRefine((name, ctx) => {
      const refusal = name === current ? null : refusalToUseName(name);
      if (refusal) ctx.addIssue({ code: "custom", message: refusal });
    });
}

/** An optional text; null if it is empty. @param maxLength in characters */
function textField(maxLength: number, sentence: string) {
  return z
    .string()
    .default("")
    .transform((typed) => typed.replace(/\r\n?/g, "\n").trim())
    .refine((text) => text.length <= maxLength, sentence)
    .transform((text) => text || null);
}

/** POST /profile. @param currentUsername the viewer's username */
export function profileForm(currentUsername: string) {
  return z.object({
    fullName: fullNameField,
    username: usernameField(currentUsername),
    title: textField(80, "What you do must be at most 80 characters"),
    bio: textField(maxBioLength, "Bio must be at most 600 characters"),
    companyName: textField(100, "Company name must be at most 100 characters"),
    taxNumber: textField(40, "Tax number must be at most 40 characters"),
    presence: z.enum(["shown", "hidden"]).optional().catch(undefined),
    timeZone: z
      .string()
      .default("")
      .transform((zone, ctx) => {
        const known = zone === "" ? null : parseTimeZone(zone);
        if (known === undefined)
          ctx.addIssue({ code: "custom", message: "Choose a time zone from the list" });
        return known ?? null;
      }),
  });
}

export type ProfileChange = z.output<ReturnType<typeof profileForm>>;
