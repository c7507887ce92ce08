import { type ReactNode, useLayoutEffect } from "react";

type Control = HTMLTextAreaElement | HTMLSelectElement | HTMLInputElement;

const controls = "textarea,select,input:not([type=hidden])";

/**
 * Keeps what a user types and selects before the scripts run. React 18 resets textareas and selects to their
 * first value while it hydrates them; it does not change input fields. A key pressed during that time makes
 * React finish hydrating before the key is handled, so no text is typed between React's change and ours.
 *
 * If React finds elements or texts that it did not render, such as those of a browser extension, it replaces
 * the whole document. Then everything is restored in the new one.
 * @returns the function that `KeptInput` calls
 */
export function keepInput(): () => void {
  const kept = new Map<Control, () => void>();
  const keep = (control: Control) => kept.set(control, restorerOf(control));
  for (const control of document.querySelectorAll(controls)) keep(control as Control);
  // The window receives a change before React does.
  const hear = ({ target }: Event) => {
    if ((target as Element).matches(controls)) keep(target as Control);
  };
  addEventListener("input", hear, true);
  return () => {
    removeEventListener("input", hear, true);
    for (const putBack of kept.values()) putBack();
  };
}

/** Hydrates its children, then restores what `keepInput` has kept. */
export function KeptInput({ putBack, children }: { putBack: () => void; children: ReactNode }) {
  useLayoutEffect(putBack, [putBack]);
  return children;
}

/** @returns a function that restores the control's current value and caret position */
function restorerOf(control: Control): () => void {
  const { value, form, name } = control;
  const place = form && { form: indexOf(document.forms, form), control: indexOf(form.elements, control) };
  const caret = "selectionEnd" in control ? control.selectionEnd : null;
  const isFocused = document.activeElement === control;
  return () => {
    if (control.isConnected && control instanceof HTMLInputElement) return;
    const isReplaced = !control.isConnected && place !== null;
    const now = isReplaced ? (document.forms[place.form]?.elements[place.control] as Control) : control;
    if (now?.name !== name) return;
    if (isReplaced && isFocused) now.focus();
    if (now instanceof HTMLInputElement && control instanceof HTMLInputElement) {
      now.checked = control.checked;
      if (now.type === "file") now.files = control.files;
    }
    if (now.value === value || now.type === "file") return;
    now.value = value;
    if (caret !== null && document.activeElement === now)
      (now as HTMLTextAreaElement).setSelectionRange(caret, caret);
  };
}

/** A document's forms and a form's controls have the same order after the document was replaced. */
const indexOf = (list: Iterable<unknown>, element: unknown) => [...list].indexOf(element);
