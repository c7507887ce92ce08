import { type ReactNode, useLayoutEffect } from "react";

type Control = HTMLTextAreaElement | HTMLSelectElement;

const controls = "textarea,select";

/**
 * Keeps what a person types and chooses before the scripts run. React 18 sets a textarea and a select back to
 * its first value while it hydrates them; it leaves input fields alone. A key that is pressed meanwhile makes
 * React finish hydrating before the key is handled, so no text is typed between React's change and ours.
 * @returns what `KeptInput` calls
 */
export function keepInput(): () => void {
  const kept = new Map<Control, () => void>();
  const keep = (control: Control) => kept.set(control, wayBackOf(control));
  for (const control of document.querySelectorAll<HTMLTextAreaElement>(controls)) keep(control);
  // The window hears of a change before React does.
  const hear = ({ target }: Event) => {
    if ((target as Element).matches(controls)) keep(target as Control);
  };
  addEventListener("input", hear, true);
  return () => {
    removeEventListener("input", hear, true);
    for (const putBack of kept.values()) putBack();
  };
}

/** Hydrates its children, and then puts back what `keepInput` has kept. */
export function KeptInput({ putBack, children }: { putBack: () => void; children: ReactNode }) {
  useLayoutEffect(putBack, [putBack]);
  return children;
}

/** @returns sets the control to the value, and the caret to the place, that it has now */
function wayBackOf(control: Control): () => void {
  const { value } = control;
  const caret = "selectionEnd" in control ? control.selectionEnd : null;
  return () => {
    if (control.value === value) return;
    control.value = value;
    if (caret !== null && document.activeElement === control)
      (control as HTMLTextAreaElement).setSelectionRange(caret, caret);
  };
}
