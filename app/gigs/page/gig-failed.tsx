import { useLocation, useParams, useRouteError } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { ErrorScreen, hasSentence, isNotFound } from "#app/layout/error-boundary.tsx";
import { Note } from "#app/ui/note.tsx";
import { useRetries } from "#app/ui/use-retries.ts";

/** The delays before each attempt to load the gig again, in ms (docs/specification.md#gig-page-load). */
const automaticDelays = [1000, 1000, 1000];
const manualDelays = [1000, 2000, 3000];

/**
 * The error boundary of a gig's addresses. It retries loading a gig that could not be read. Other errors show
 * the usual screen.
 */
export function GigErrorBoundary() {
  const { pathname } = useLocation();
  return <Failure key={pathname} error={useRouteError()} />;
}

function Failure({ error }: { error: unknown }) {
  // Keep the first sentence: further attempts may fail with other errors.
  const [sentence] = useState(() => (hasSentence(error) && error.status === 503 ? error.data : null));
  if (sentence === null || isNotFound(error)) return <ErrorScreen error={error} />;
  return <GigFailed sentence={sentence} />;
}

/**
 * 'Error fetching service: {message}' with 'Try Again' and 'Back to Home'. The browser loads the gig again;
 * if all attempts fail, it shows Service Not Found. 'Try Again' is a link to the same address; after the
 * attempts it starts new ones instead.
 */
function GigFailed({ sentence }: { sentence: string }) {
  const { pathname, search } = useLocation();
  const params = useParams();
  const [delays, setDelays] = useState(automaticDelays);
  const { tried, over, restart } = useRetries(true, delays);
  const address = pathname + search;
  const [, message = sentence, requestId = ""] = /^(.*) \(request ([\w-]+)\)$/.exec(sentence) ?? [];

  if (over) {
    const tryAgain = (event: MouseEvent) => {
      event.preventDefault();
      setDelays(manualDelays);
      restart();
    };
    return (
      <GigMissing requested={params.slug ?? params.id ?? ""} requestId={requestId} text={message}>
        <a className="btn go" href={address} onClick={tryAgain}>
          Try Again
        </a>
      </GigMissing>
    );
  }
  return (
    <div className="wrap page">
      <div className="mid stack">
        <Note kind="bad" title={sentence} />
        <p className="vh" role="status">
          {tried > 0 ? `Trying again (${tried} of ${delays.length})` : ""}
        </p>
        <div className="row">
          <a className="btn go" href={address}>
            Try Again
          </a>
          <a className="btn" href="/">
            Back to Home
          </a>
        </div>
      </div>
    </div>
  );
}
