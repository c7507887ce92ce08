/** What a user typed into a form, by field name. */
export type TypedFields = Record<string, string>;

/**
 * The text fields of a form that a draft saves, by name, without files and empty fields.
 * @param typedInto the names of the fields that the user types into, or a predicate on the name
 */
export function typedFields(
  form: FormData,
  typedInto: readonly string[] | ((name: string) => boolean),
): TypedFields {
  const isTyped = typeof typedInto === "function" ? typedInto : (name: string) => typedInto.includes(name);
  const typed: TypedFields = {};
  for (const [name, value] of form) {
    if (isTyped(name) && typeof value === "string" && value.trim() !== "") typed[name] = value;
  }
  return typed;
}

/** The values of the named fields; "" for each field that the draft does not have. */
export function pickFields<Name extends string>(
  fields: TypedFields | null,
  names: readonly Name[],
): Record<Name, string> {
  const values = names.map((name) => [name, fields?.[name] ?? ""]);
  return Object.fromEntries(values) as Record<Name, string>;
}
