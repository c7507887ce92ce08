import type { TypedFields } from "#app/lib/typed-fields.ts";
import type { FieldLimits } from "#app/parked/parked.ts";

// A form of the operator's console that arrived without a session is parked as a whole, with its hidden
// fields, so that it can be sent again as it was (docs/specification.md#operator-sign-in).

/** The name of the only parked field: the names and values of the form, as JSON. */
const name = "form";

/** The form as parked text. Files, passwords and codes are left out; `{}` if nothing else is in it. */
export function parkedForm(form: FormData): { typed: TypedFields; longest: FieldLimits } {
  const fields = [...form].filter(
    ([name, value]) => typeof value === "string" && !/password|^code$/i.test(name),
  );
  // `parked.ts` bounds all fields together.
  const longest = { [name]: Number.POSITIVE_INFINITY };
  return { typed: fields.length === 0 ? {} : { [name]: JSON.stringify(fields) }, longest };
}

/** The names and values of a parked form, in their order; null if the text is not a parked form. */
export function formOf(typed: TypedFields | null): [string, string][] | null {
  const text = typed?.[name];
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as [string, string][];
  } catch {
    // Another form has a field of this name.
    return null;
  }
}
