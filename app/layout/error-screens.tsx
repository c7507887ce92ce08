import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { BrokenPot } from "#app/ui/broken-pot.tsx";
import { Note } from "#app/ui/note.tsx";
import { removePaymentRedirect } from "#app/ui/remove-payment-redirect.ts";
import { ToastMessage } from "#app/ui/toast.tsx";
import { useRetries } from "#app/ui/use-retries.ts";

/** docs/specification.md#error-screens. */
export function NotFoundScreen() {
  return (
    <div className="wrap lost" data-clear-redirect>
      <BrokenPot />
      <h1>404</h1>
      <p className="lede">Oops! Page not found</p>
      <p>The address may be old or mistyped. Try the search.</p>
      <ReturnHome />
    </div>
  );
}

/**
 * docs/specification.md#error-screens.
 * @param requestId shown to quote to support; null if the failure did not involve a page load
 */
export function WentWrongScreen({ requestId }: { requestId: string | null }) {
  useEffect(removePaymentRedirect, []);
  return (
    <div className="wrap lost" data-clear-redirect>
      <h1 className="plain">Something went wrong</h1>
      <p className="lede">
        It's our fault and it has been noted. Nothing you typed was charged or sent twice.
      </p>
      {requestId ? (
        <p>
          {"If you write to us, include this request number: "}
          <span id="request-id" className="small num">
            {requestId}
          </span>
        </p>
      ) : null}
      <ReturnHome />
    </div>
  );
}

/** The delays before the two retries of a failed main read (docs/specification.md#failed-reads). In ms. */
const retryDelays = [1000, 3000];

/** The failed main reads that are also a toast (docs/specification.md#error-catalogue). */
const toasts = /^Failed to load (?:sub)?category:/;

/**
 * A sentence and one link: for a failed main read (503), a form that is unreadable (400, 405) or too long
 * (413), or a refused transition (403). 'Try Again' links to the same address
 * (docs/specification.md#main-read).
 */
export function SentenceScreen({ status, sentence }: { status: number; sentence: string }) {
  const { pathname, search, key } = useLocation();
  useRetries(status === 503, retryDelays);
  const link =
    status === 403
      ? { to: "/orders", label: "Back to your orders" }
      : // Two leading slashes would link to another site.
        { to: pathname.replace(/^\/+/, "/") + search, label: "Try Again" };
  return (
    <div className="wrap page">
      <h1 className="vh">Something went wrong</h1>
      <div className="mid">
        <Note kind="bad" title={sentence}>
          <p>
            <a href={link.to}>{link.label}</a>
          </p>
        </Note>
      </div>
      {toasts.test(sentence) ? <ToastMessage key={key} toast={{ kind: "error", text: sentence }} /> : null}
    </div>
  );
}

/** A plain link: the page load discards the broken state. */
function ReturnHome() {
  return (
    <div className="row">
      <a className="btn go" href="/">
        Return to Home
      </a>
    </div>
  );
}
