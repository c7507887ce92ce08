import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { BrokenPot } from "#app/ui/broken-pot.tsx";
import { Note } from "#app/ui/note.tsx";
import { useRetries } from "#app/ui/use-retries.ts";

/** docs/specification.md#error-screens. */
export function NotFoundScreen() {
  return (
    <div className="wrap lost" data-clear-redirect>
      <BrokenPot />
      <h1>404</h1>
      <p className="lede">Oops! Page not found</p>
      <ReturnHome />
    </div>
  );
}

/**
 * docs/specification.md#error-screens. @param requestId to tell us; null: the failure came without a page load
 */
export function WentWrongScreen({ requestId }: { requestId: string | null }) {
  useEffect(forgetRedirect, []);
  return (
    <div className="wrap lost" data-clear-redirect>
      <h1 className="plain">Something went wrong</h1>
      {requestId ? (
        <p className="lede">
          If you write to us, name this request:{" "}
          <span id="request-id" className="small num">
            {requestId}
          </span>
        </p>
      ) : null}
      <ReturnHome />
    </div>
  );
}

/** A main read that failed is tried again twice, with growing delay up to 3 s (docs/specification.md#failed-reads), in ms. */
const retryDelays = [1000, 3000];

/**
 * A page whose main read failed (503), a form that cannot be read (400, 405), or a move that was refused to a stranger (403): the
 * sentence, and one way on. 'Try Again' leads
 * to the same address (docs/specification.md#main-read).
 */
export function SentenceScreen({ status, sentence }: { status: number; sentence: string }) {
  const { pathname, search } = useLocation();
  useRetries(status === 503, retryDelays);
  const way =
    status === 403
      ? { to: "/orders", label: "Back to your orders" }
      : { to: pathname + search, label: "Try Again" };
  return (
    <div className="wrap page">
      <h1 className="vh">Something went wrong</h1>
      <div className="mid">
        <Note kind="bad" title={sentence}>
          <p>
            <a href={way.to}>{way.label}</a>
          </p>
        </Note>
      </div>
    </div>
  );
}

/** A page load, so that nothing of a broken state is kept. */
function ReturnHome() {
  return (
    <div className="row">
      <a className="btn go" href="/">
        Return to Home
      </a>
    </div>
  );
}

/** docs/specification.md#error-catalogue; on a page load the inline script has done it already. */
function forgetRedirect(): void {
  try {
    localStorage.removeItem("stripeRedirect");
    sessionStorage.removeItem("stripeRedirect");
  } catch {
    // Storage may be forbidden; then there is nothing to forget.
  }
}
