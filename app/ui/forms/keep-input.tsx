import { type ReactNode, useLayoutEffect } from "react";

type Control = HTMLTextAreaElement | HTMLSelectElement;

const controls = "textarea,select";

/**
 * Keeps what a user types and selects before the scripts run. React 18 resets textareas and selects to their
 * first value while it hydrates them; it does not change input fields. A key pressed during that time makes
 * React finish hydrating before the key is handled, so no text is typed between React's change and ours.
 * @returns the function that `KeptInput` calls
 */
export function keepInput(): () => void {
  const kept = new Map<Control, () => void>();
  const keep = (control: Control) => kept.set(control, restorerOf(control));
  for (const control of document.querySelectorAll<HTMLTextAreaElement>(controls)) keep(control);
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
  const { value } = control;
  const caret = "selectionEnd" in control ? control.selectionEnd : null;
  return () => {
    if (control.value === value) return;
    control.value = value;
    if (caret !== null && document.activeElement === control)
      (control as HTMLTextAreaElement).setSelectionRange(caret, caret);
  };
}
