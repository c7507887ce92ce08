import { keepText, keptText } from "#app/lib/url-text.ts";

export const profilePath = "/profile";

/** The fields of /profile, and how much room each has in an address: together less than a return path may have (lib/replies.ts). */
const maxLengths = { fullName: 1500, username: 300, title: 1500, bio: 8000, timeZone: 300 };

/** What was typed into the form, by field. */
export type ProfileDraft = Record<keyof typeof maxLengths, string>;

/** The page with what was typed into its form, for the way over sign-in. A chosen picture cannot go that way. */
export function profileDraftPath(form: FormData): string {
  const kept = new URLSearchParams();
  for (const [name, room] of Object.entries(maxLengths)) {
    const typed = form.get(name);
    kept.set(name, keepText(typeof typed === "string" ? typed : "", room));
  }
  return `${profilePath}?${kept}`;
}

/** What `profileDraftPath` has kept; null: the page was opened without. */
export function profileDraft(kept: URLSearchParams): ProfileDraft | null {
  if (!kept.has("fullName")) return null;
  const text = (name: keyof typeof maxLengths) => keptText(kept.get(name));
  return {
    fullName: text("fullName"),
    username: text("username"),
    title: text("title"),
    bio: text("bio"),
    timeZone: text("timeZone"),
  };
}
