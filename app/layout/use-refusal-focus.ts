import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** The elements that say why a form was refused: a summary or a note, or else the first invalid field. */
const reasons = 'main [role="alert"], main [aria-invalid="true"]';

type Sent = {
  action: string;
  form: Element | null;
  /** The element with the focus when the form was sent, and its text. */
  active: Element | null;
  text: string | undefined;
  before: Map<Element, string | null>;
};

/**
 * Moves the focus to the reason when a form is refused without a page load: the page keeps its scroll
 * position, so on a phone the reason could be out of sight. When the page is loaded, the browser does it
 * (app/ui/forms/error-summary.tsx). The focus moves as soon as the reason is shown, before the page has read
 * its data again, and never from a field in which the user has typed since: what is typed next would be lost.
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
        active: document.activeElement,
        text: textOf(document.activeElement),
        before: new Map([...document.querySelectorAll(reasons)].map((shown) => [shown, shown.textContent])),
      };
    if (state === "submitting" || sent.current === null) return;
    const { action, form, active, text, before } = sent.current;
    const shown = [...document.querySelectorAll<HTMLElement>(reasons)];
    const changed = shown.find((element) => before.get(element) !== element.textContent);
    // Whether an unchanged reason still holds is known only when the page has been read again.
    if (state === "loading" && changed === undefined) return;
    sent.current = null;
    // A success redirects, mostly to another page, whose lasting notes are not reasons.
    if (pathname !== action) return;
    const reason = changed ?? shown.find((element) => form?.contains(element));
    const now = document.activeElement;
    const isTyping = textOf(now) !== undefined && (now !== active || textOf(now) !== text);
    if (!reason || isTyping) return;
    if (reason.role === "alert") reason.tabIndex = -1;
    reason.focus();
  }, [state, formAction, formMethod, pathname]);
}

/** The text of a text field; undefined for every other element. */
function textOf(element: Element | null): string | undefined {
  return element?.matches("input, textarea") ? (element as HTMLInputElement).value : undefined;
}
