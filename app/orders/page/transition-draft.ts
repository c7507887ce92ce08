import { type TypedFields, typedFields } from "#app/lib/typed-fields.ts";

/** What was typed into one of an order's forms, with the form's `intent`. Empty if nothing was typed. */
export function transitionDraftIn(form: FormData): TypedFields {
  const typed = typedFields(form, isTextField);
  const intent = form.get("intent");
  return Object.keys(typed).length === 0 || typeof intent !== "string" ? {} : { ...typed, intent };
}

/**
 * The form that a draft belongs to and its typed fields; null if the draft is not from one of an order's
 * forms.
 */
export function transitionDraft(
  draft: TypedFields | null,
): { intent: string; typed: Record<string, string> } | null {
  if (!draft?.intent) return null;
  const typed = Object.entries(draft).filter(([name]) => isTextField(name));
  return { intent: draft.intent, typed: Object.fromEntries(typed) };
}

/** True for the name of a text field of a transition's form. */
export function isTextField(name: string): boolean {
  return name === "note" || name === "days" || /^answer-\d{1,2}$/.test(name);
}
