import { useLocation, useParams, useRouteError } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { ErrorScreen, hasSentence, isNotFound } from "#app/layout/error-boundary.tsx";
import { Note } from "#app/ui/note.tsx";
import { useRetries } from "#app/ui/use-retries.ts";

/** docs/specification.md#gig-page-load, in ms: up to 3 attempts at 1 s spacing; by hand up to 3 with growing delays. */
const byItself = [1000, 1000, 1000];
const byHand = [1000, 2000, 3000];

/** The error boundary of a gig's addresses: a gig that could not be read is tried again, anything else is what it is everywhere. */
export function GigErrorBoundary() {
  const { pathname } = useLocation();
  return <Failure key={pathname} error={useRouteError()} />;
}

function Failure({ error }: { error: unknown }) {
  // What began as a failed read stays one while it is tried again, whatever an attempt meets.
  const [sentence] = useState(() => (hasSentence(error) && error.status === 503 ? error.data : null));
  if (sentence === null || isNotFound(error)) return <ErrorScreen error={error} />;
  return <GigFailed sentence={sentence} />;
}

/**
 * 'Error fetching service: {message}' with 'Try Again' and 'Back to Home'. In the browser it is tried again; when that was in vain
 * it is Service Not Found. 'Try Again' is a link to the same address, which asks again itself once the scripts are there.
 */
function GigFailed({ sentence }: { sentence: string }) {
  const { pathname, search } = useLocation();
  const params = useParams();
  const [delays, setDelays] = useState(byItself);
  const { tried, over, restart } = useRetries(true, delays);
  const address = pathname + search;
  const [, message = sentence, requestId = ""] = /^(.*) \(request ([\w-]+)\)$/.exec(sentence) ?? [];

  if (over) {
    const tryAgain = (event: MouseEvent) => {
      event.preventDefault();
      setDelays(byHand);
      restart();
    };
    return (
      <GigMissing asked={params.slug ?? params.id ?? ""} requestId={requestId} text={message}>
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
