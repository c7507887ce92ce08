import type { TypedFields } from "#app/lib/typed-fields.ts";

// A page that has been open for a while must not undo what its user has saved in another tab since then. Its
// form sends what the page showed, as JSON in the field `shown`, and only what differs from that is saved.

/** The named text fields that the user has changed, also to nothing. Without `shown`, all of them. */
export function changedFields(form: FormData, names: readonly string[]): TypedFields {
  const shown = shownIn(form);
  const changed: TypedFields = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string" && value.replace(/\r\n?/g, "\n") !== shown[name]) changed[name] = value;
  }
  return changed;
}

/** Replaces what the user has not changed by what is stored. Without `shown`, the form stays as it is. */
export function keepUnchanged(form: FormData, stored: TypedFields): void {
  if (!form.has("shown")) return;
  const changed = changedFields(form, Object.keys(stored));
  for (const [name, value] of Object.entries(stored)) form.set(name, changed[name] ?? value);
}

function shownIn(form: FormData): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(form.get("shown"))));
  } catch {
    return {};
  }
}
