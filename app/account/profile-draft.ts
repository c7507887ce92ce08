import { pickFields, type TypedFields, typedFields } from "#app/lib/typed-fields.ts";
import { longestBio } from "#app/profiles/profile.ts";

const names = [
  "fullName",
  "username",
  "title",
  "bio",
  "timeZone",
  "companyName",
  "taxNumber",
  "presence",
] as const;

/** What the viewer typed into the form of /profile, by field. */
export type ProfileDraft = Record<(typeof names)[number], string>;

/** Picks what the viewer typed into the form of /profile, to park it. A chosen picture can't be parked. */
export function profileDraftIn(sent: FormData) {
  return { typed: typedFields(sent, names), longest: { bio: longestBio } };
}

/** The fields of the form of /profile with the values of a draft; null without a draft. */
export function profileDraft(draft: TypedFields | null): ProfileDraft | null {
  return draft && pickFields(draft, names);
}
