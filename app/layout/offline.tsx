import { useEffect, useRef, useState } from "react";
import { onLostForm } from "#app/layout/lost-forms.ts";

/**
 * Stops links and forms while the browser is offline, and keeps the page when a form gets no answer: either
 * would replace the page and lose what was typed (docs/specification.md#offline). 'Try again' follows the
 * link, or sends the form with its current contents. The listeners are on `window` in the capture phase, so
 * they run before React's router. Not for the messages page, which keeps messages and sends them later.
 */
export function Offline() {
  const [why, setWhy] = useState<string | null>(null);
  const held = useRef<() => void>();
  useEffect(() => {
    function hold(event: MouseEvent | SubmitEvent) {
      if (!(event.target instanceof Element)) return;
      const isSent = event instanceof SubmitEvent;
      const again = isSent ? sending(event) : following(event, event.target);
      if (!again) return;
      if (isSent || !navigator.onLine) held.current = again;
      setWhy(navigator.onLine ? null : "You are offline");
      if (navigator.onLine) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    window.addEventListener("click", hold, true);
    window.addEventListener("submit", hold, true);
    const stop = onLostForm(setWhy);
    return () => {
      window.removeEventListener("click", hold, true);
      window.removeEventListener("submit", hold, true);
      stop();
    };
  }, []);
  function tryAgain() {
    if (!navigator.onLine) return;
    setWhy(null);
    held.current?.();
  }
  return why ? (
    <div className="toast" role="alert">
      <p>{`${why}. Your text is kept.`}</p>
      <button type="button" className="btn" onClick={tryAgain}>
        Try again
      </button>
    </div>
  ) : null;
}

function sending({ target, submitter }: SubmitEvent): () => void {
  return () => {
    // The button is disabled while the form is being sent, and a disabled button sends no value.
    if (submitter instanceof HTMLButtonElement) submitter.disabled = false;
    (target as HTMLFormElement).requestSubmit(submitter);
  };
}

/** @returns a function that repeats a click that leaves the page in this tab; null for any other click */
function following(event: MouseEvent, target: Element): (() => void) | null {
  const link = target.closest<HTMLAnchorElement>("a[href]:not([data-close])");
  if (!link || link.getAttribute("href")?.startsWith("#")) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return null;
  return () => link.click();
}
