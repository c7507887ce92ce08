/** The most characters of one field that are kept; every form of ours allows fewer. */
const longestField = 10_000;

/** What a user typed into a form, by the form's field names. */
export type TypedFields = Record<string, string>;

/**
 * The text fields of a form that are worth keeping, by name. Files cannot be kept, and empty fields need
 * not be.
 * @param isTyped whether a field is one that the user types into
 */
export function typedFields(form: FormData, isTyped: (name: string) => boolean): TypedFields {
  const typed: TypedFields = {};
  for (const [name, value] of form) {
    if (isTyped(name) && typeof value === "string" && value.trim() !== "")
      typed[name] = value.slice(0, longestField);
  }
  return typed;
}
