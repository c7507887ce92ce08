import type { TypedFields } from "#app/ui/forms/kept-text.ts";

/**
 * Puts texts into the fields of a form. A field that already has its text is not touched: it may have the
 * focus, a caret, and a word that an input method is still composing.
 * @param isFilled whether the field of this name belongs to `typed`
 */
export function fillForm(form: HTMLFormElement, typed: TypedFields, isFilled: (name: string) => boolean) {
  for (const field of form.elements) {
    const isBox = field instanceof HTMLInputElement && field.type === "checkbox";
    const isRadio = field instanceof HTMLInputElement && field.type === "radio";
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    const isChoice = field instanceof HTMLSelectElement;
    if (!(isText || isChoice) || !isFilled(field.name)) continue;
    const typedText = typed[field.name];
    if (isRadio) {
      if (typedText !== undefined) field.checked = field.value === typedText;
      continue;
    }
    // A select without a text keeps its own default.
    const text = typedText ?? (isChoice ? field.value : "");
    if (isBox) field.checked = text !== "";
    else if (field.value !== text) field.value = text;
  }
}
