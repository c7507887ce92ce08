import { z } from "zod";
import { applicationLimits, type TypedApplication } from "#app/sellers/application-fields.ts";

/** What the form requests; null if it is unknown. A form without an intent is submitted. */
export function intentOf(form: FormData): "submit" | "save" | null {
  const intent = form.get("intent") ?? "submit";
  return intent === "submit" || intent === "save" ? intent : null;
}

function text(min: number, tooShort: string, max: number, name: string) {
  return z
    .string()
    .default("")
    .transform((typed) => typed.replace(/\r\n?/g, "\n").trim())
    .refine((given) => given.length >= min, tooShort)
    .refine((given) => given.length <= max, `${name} must be at most ${max} characters`);
}

/** The application (docs/specification.md#seller-application). */
export const applicationForm = z.object({
  fullName: text(2, "Full name must be at least 2 characters", 100, "Full name"),
  bio: text(50, "Bio must be at least 50 characters", applicationLimits.bio, "Bio"),
  skills: text(10, "Please list some of your skills", applicationLimits.skills, "Skills"),
  experience: text(20, "Please describe your experience", applicationLimits.experience, "Experience"),
});

export type Application = z.output<typeof applicationForm>;

/** The maximum number of characters saved per field, so that a draft stays small. */
const longestKept = 5000;

/** What was typed, valid or not, as it is saved in the draft. */
export function draftOf(form: FormData): TypedApplication {
  const field = (name: string) => {
    const typed = form.get(name);
    return typeof typed === "string" ? typed.replace(/\r\n?/g, "\n").slice(0, longestKept) : "";
  };
  return {
    fullName: field("fullName"),
    bio: field("bio"),
    skills: field("skills"),
    experience: field("experience"),
  };
}
