import type { TypedFields } from "#app/lib/typed-fields.ts";

// A page that has been open for a while must not undo what its user has saved in another tab since then. Its
// form sends what the page showed, as JSON in the field `shown`, and only what differs from that is saved.

/**
 * The named text fields that the user has changed, including those that were emptied. Without `shown`, all of
 * them.
 * @param rows fields that belong together, such as a language and its level: all are changed if one is
 */
export function changedFields(
  form: FormData,
  names: readonly string[],
  rows: readonly (readonly string[])[] = [],
): TypedFields {
  const shown = shownIn(form);
  const isChanged = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" && value.replace(/\r\n?/g, "\n") !== shown[name];
  };
  const changed: TypedFields = {};
  for (const name of names) {
    const value = form.get(name);
    const row = rows.find((fields) => fields.includes(name)) ?? [name];
    if (typeof value === "string" && row.some(isChanged)) changed[name] = value;
  }
  return changed;
}

/**
 * Replaces the fields that the user has not changed with the stored values. Without `shown`, the form stays
 * as it is.
 * @param rows see `changedFields`
 */
export function keepUnchanged(
  form: FormData,
  stored: TypedFields,
  rows: readonly (readonly string[])[] = [],
): void {
  if (!form.has("shown")) return;
  const changed = changedFields(form, Object.keys(stored), rows);
  for (const [name, value] of Object.entries(stored)) form.set(name, changed[name] ?? value);
}

function shownIn(form: FormData): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(form.get("shown"))));
  } catch {
    return {};
  }
}
