import { z } from "zod";
import { trimmed } from "#app/lib/blank.ts";
import { applicationLimits, type TypedApplication } from "#app/sellers/application-fields.ts";

/** What the form requests; null if it is unknown. A form without an intent is submitted. */
export function intentOf(form: FormData): "submit" | "save" | null {
  const intent = form.get("intent") ?? "submit";
  return intent === "submit" || intent === "save" ? intent : null;
}

/** A field as typed, with each line break as `\n`. */
const typedText = z
  .string()
  .default("")
  .transform((typed) => typed.replace(/\r\n?/g, "\n"));

function text(min: number, tooShort: string, max: number, name: string) {
  return typedText
    .transform(trimmed)
    .refine((given) => given.length >= min, tooShort)
    .refine((given) => given.length <= max, `${name} must be at most ${max} characters`);
}

const chooseCountry = "Choose a country from the list";

/** The application (docs/specification.md#seller-application). */
export const applicationForm = z.object({
  fullName: text(2, "Full name must be at least 2 characters", 100, "Full name"),
  bio: text(50, "Bio must be at least 50 characters", applicationLimits.bio, "Bio"),
  skills: text(10, "Please list some of your skills", applicationLimits.skills, "Skills"),
  experience: text(20, "Please describe your experience", applicationLimits.experience, "Experience"),
  /** A code. Empty: the form does not have the field, and the seller is asked when they set up payouts. */
  payoutCountry: z.string().max(2, chooseCountry).default(""),
});

/** The application as this form sends it: with the field, a country must be chosen. */
export function applicationFormOf(form: FormData) {
  return form.has("payoutCountry")
    ? applicationForm.extend({ payoutCountry: z.string({ error: chooseCountry }).max(2, chooseCountry) })
    : applicationForm;
}

export type Application = z.output<typeof applicationForm>;

/** The maximum number of characters of each field of a draft, so that a draft stays small. */
const maxKeptLength = 5000;

function draftText(name: string) {
  const tooLong = `${name} can be saved with at most 5,000 characters. Shorten it`;
  return typedText.refine((given) => given.length <= maxKeptLength, tooLong);
}

/** What was typed, valid or not, as it is saved in the draft. A longer text is refused, never cut. */
export const applicationDraft = z.object({
  fullName: draftText("Full name"),
  bio: draftText("Bio"),
  skills: draftText("Skills"),
  experience: draftText("Experience"),
  payoutCountry: draftText("Country"),
}) satisfies z.ZodType<TypedApplication>;
