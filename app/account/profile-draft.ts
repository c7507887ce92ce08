import { changedFields } from "#app/lib/changed-fields.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";
import { maxBioLength } from "#app/profiles/profile.ts";

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

/** The text fields of the form of /profile, by name. */
export type ProfileDraft = Record<(typeof names)[number], string>;

/** A profile as the fields show it. */
export function storedProfile(profile: Record<(typeof names)[number], string | null>): ProfileDraft {
  return Object.fromEntries(names.map((name) => [name, profile[name] ?? ""])) as ProfileDraft;
}

/** What the viewer has changed in the form of /profile, to park it. A chosen picture can't be parked. */
export function profileDraftIn(sent: FormData) {
  return { typed: changedFields(sent, names), longest: { bio: maxBioLength } };
}

/**
 * What the fields show with a draft: the stored profile with the changes of the draft; null without a draft.
 */
export function profileDraft(draft: TypedFields | null, stored: ProfileDraft): ProfileDraft | null {
  return draft && storedProfile({ ...stored, ...draft });
}
