import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** What says why a form was refused: a summary or a note, or else the first invalid field. */
const reasons = 'main [role="alert"], main [aria-invalid="true"]';

type Sent = { action: string; form: Element | null; before: Map<Element, string | null> };

/**
 * Moves the focus to the reason when a form is refused without a page load: the page keeps its scroll
 * position, so on a phone the reason could be out of sight. A page that is loaded shows its top.
 */
export function useRefusalFocus(): void {
  const { state, formAction, formMethod } = useNavigation();
  const { pathname } = useLocation();
  const sent = useRef<Sent | null>(null);
  useEffect(() => {
    if (state === "submitting" && formMethod === "POST")
      sent.current = {
        action: new URL(formAction ?? "", location.href).pathname,
        form: document.activeElement?.closest("form") ?? null,
        before: new Map([...document.querySelectorAll(reasons)].map((shown) => [shown, shown.textContent])),
      };
    if (state !== "idle" || sent.current === null) return;
    const { action, form, before } = sent.current;
    sent.current = null;
    // A success redirects, mostly to another page, whose lasting notes are no reasons.
    if (pathname !== action) return;
    const shown = [...document.querySelectorAll<HTMLElement>(reasons)];
    const reason =
      shown.find((element) => before.get(element) !== element.textContent) ??
      shown.find((element) => form?.contains(element));
    const isTyping =
      document.activeElement?.matches("input, textarea") && !form?.contains(document.activeElement);
    if (!reason || isTyping) return;
    if (reason.role === "alert") reason.tabIndex = -1;
    reason.focus();
  }, [state, formAction, formMethod, pathname]);
}
