import { z } from "zod";
import { parseTimeZone } from "#app/profiles/time-zone.ts";
import { refusalToUseName, usernameOf } from "#app/profiles/username.ts";

/** docs/specification.md#signing-up. */
export const fullNameField = z
  .string({ error: "Full name is required" })
  .trim()
  .min(2, "Full name is required")
  .max(100, "Full name must be at most 100 characters");

/** A username that may be had if nobody has it (docs/specification.md#usernames). @param own the name of whoever asks, which stays as it is */
export function usernameField(own: string | null = null) {
  return z
    .string()
    .default("")
    .transform(usernameOf)
    .superRefine((name, ctx) => {
      const refusal = name === own ? null : refusalToUseName(name);
      if (refusal) ctx.addIssue({ code: "custom", message: refusal });
    });
}

/** A text of one's own; nothing typed is null. @param most characters */
function textField(most: number, sentence: string) {
  return z
    .string()
    .default("")
    .transform((typed) => typed.replace(/\r\n?/g, "\n").trim())
    .refine((text) => text.length <= most, sentence)
    .transform((text) => text || null);
}

/** POST /profile. @param own the viewer's username */
export function profileForm(own: string) {
  return z.object({
    fullName: fullNameField,
    username: usernameField(own),
    title: textField(80, "What you do must be at most 80 characters"),
    bio: textField(600, "Bio must be at most 600 characters"),
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
