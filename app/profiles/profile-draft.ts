import { type TypedFields, typedFields } from "#app/lib/typed-fields.ts";

export const profilePath = "/profile";

const names = ["fullName", "username", "title", "bio", "timeZone"] as const;

/** What the viewer typed into the form, by field. */
export type ProfileDraft = Record<(typeof names)[number], string>;

/** What was typed into the form of /profile. A chosen picture cannot be kept. */
export function profileDraftIn(form: FormData): TypedFields {
  return typedFields(form, (name) => names.some((field) => field === name));
}

/** The form's fields as a draft has them; null without a draft. */
export function profileDraft(draft: TypedFields | null): ProfileDraft | null {
  if (!draft) return null;
  const { fullName = "", username = "", title = "", bio = "", timeZone = "" } = draft;
  return { fullName, username, title, bio, timeZone };
}
