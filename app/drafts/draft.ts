import { hour } from "#app/lib/dates.ts";

/** How long a draft lives, in ms (docs/specification.md#drafts). */
export const draftLife = hour;

/** The most characters of one field; every form of ours allows fewer. */
export const longestField = 10_000;

/** What a user typed into a form, by the form's field names. */
export type Draft = Record<string, string>;

/**
 * The text fields of a form that are worth keeping, by name. Files cannot be kept, and empty fields need not be.
 * @param isTyped whether a field is one that the user types into
 */
export function typedFields(form: FormData, isTyped: (name: string) => boolean): Draft {
  const typed: Draft = {};
  for (const [name, value] of form) {
    if (isTyped(name) && typeof value === "string" && value.trim() !== "")
      typed[name] = value.slice(0, longestField);
  }
  return typed;
}

/** A path with the id of a draft as its parameter, before any fragment. */
export function withDraft(path: string, id: string): string {
  const [page = "", fragment] = path.split("#");
  const draft = `${page}${page.includes("?") ? "&" : "?"}draft=${id}`;
  return fragment === undefined ? draft : `${draft}#${fragment}`;
}
