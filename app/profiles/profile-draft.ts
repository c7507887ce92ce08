import { keepText, keptText } from "#app/lib/url-text.ts";

export const profilePath = "/profile";

/**
 * The fields of /profile, each with its longest length in an address, in encoded characters. Together they
 * stay below the longest return path (docs/specification.md#return-paths).
 */
const maxLengths = { fullName: 1500, username: 300, title: 1500, bio: 8000, timeZone: 300 };

/** What the viewer typed into the form, by field. */
export type ProfileDraft = Record<keyof typeof maxLengths, string>;

/** The address of /profile with the typed fields, to return to after a sign-in. A chosen picture is lost. */
export function profileDraftPath(form: FormData): string {
  const params = new URLSearchParams();
  for (const [name, maxLength] of Object.entries(maxLengths)) {
    const typed = form.get(name);
    params.set(name, keepText(typeof typed === "string" ? typed : "", maxLength));
  }
  return `${profilePath}?${params}`;
}

/** Reads the fields from the address that `profileDraftPath` made; null if there are none. */
export function profileDraft(params: URLSearchParams): ProfileDraft | null {
  if (!params.has("fullName")) return null;
  const text = (name: keyof typeof maxLengths) => keptText(params.get(name));
  return {
    fullName: text("fullName"),
    username: text("username"),
    title: text("title"),
    bio: text("bio"),
    timeZone: text("timeZone"),
  };
}
