import { useEffect, useRef, useState } from "react";

/**
 * Stops links and forms while the browser is offline: they would replace the page and lose what was typed
 * (docs/specification.md#offline). 'Try again' repeats them once the browser is back online. The listeners
 * are on `window` in the capture phase, so they run before React's router. Not for the messages page, which
 * keeps messages and sends them later.
 */
export function Offline() {
  const [isShown, setShown] = useState(false);
  const held = useRef<() => void>();
  useEffect(() => {
    function hold(event: MouseEvent | SubmitEvent) {
      if (navigator.onLine || !(event.target instanceof Element)) return;
      const again = event instanceof SubmitEvent ? sending(event) : following(event, event.target);
      if (!again) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held.current = again;
      setShown(true);
    }
    window.addEventListener("click", hold, true);
    window.addEventListener("submit", hold, true);
    return () => {
      window.removeEventListener("click", hold, true);
      window.removeEventListener("submit", hold, true);
    };
  }, []);
  function tryAgain() {
    if (!navigator.onLine) return;
    setShown(false);
    held.current?.();
  }
  return isShown ? (
    <div className="toast" role="alert">
      <p>You are offline. Your text is kept.</p>
      <button type="button" className="btn" onClick={tryAgain}>
        Try again
      </button>
    </div>
  ) : null;
}

function sending({ target, submitter }: SubmitEvent): () => void {
  return () => (target as HTMLFormElement).requestSubmit(submitter);
}

/** True for a click that leaves the page in this tab. */
function following(event: MouseEvent, target: Element): (() => void) | null {
  const link = target.closest<HTMLAnchorElement>("a[href]:not([data-close])");
  if (!link || link.getAttribute("href")?.startsWith("#")) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return null;
  return () => link.click();
}
