import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

type Retries = {
  /** The number of attempts for this address. */
  tried: number;
  /** True if the last attempt also failed. */
  over: boolean;
  /** Starts again with the first delay, after 'Try Again'. */
  restart(): void;
};

/**
 * Reloads the page's data in the browser after a failed read (docs/specification.md#failed-reads). Each
 * attempt first checks that the server is reachable: a lost connection must not replace the screen with an
 * error.
 * @param failed true if the page shows a failure
 * @param delays ms before each attempt
 */
export function useRetries(failed: boolean, delays: readonly number[]): Retries {
  const { pathname, search } = useLocation();
  const { revalidate, state: loading } = useRevalidator();
  const { state: leaving } = useNavigation();
  const address = pathname + search;
  const [made, setMade] = useState({ address, tried: 0, asking: false });
  // A new address starts again from zero.
  const { tried, asking } = made.address === address ? made : { tried: 0, asking: false };
  const idle = loading === "idle" && leaving === "idle" && !asking;
  const delay = failed && idle ? delays[tried] : undefined;

  useEffect(() => {
    if (delay === undefined) return;
    const timer = setTimeout(() => setMade({ address, tried: tried + 1, asking: true }), delay);
    return () => clearTimeout(timer);
  }, [delay, tried, address]);

  useEffect(() => {
    if (!asking) return;
    let left = false;
    isServerReachable().then((answers) => {
      if (left) return;
      if (answers) revalidate();
      setMade((now) => ({ ...now, asking: false }));
    });
    return () => {
      left = true;
    };
  }, [asking, revalidate]);

  return {
    tried,
    over: failed && idle && tried >= delays.length,
    restart: () => setMade({ address, tried: 0, asking: false }),
  };
}

/** After this time without an answer, in ms, the server counts as unreachable. */
const answerBound = 5000;

/** True if the server can answer with a page. It can while only its scheduled work has stopped (`part`). */
export async function isServerReachable(): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), answerBound);
  try {
    const answer: { ok: boolean; part?: string } = await (
      await fetch("/healthz", { cache: "no-store", signal: abort.signal })
    ).json();
    return answer.ok || answer.part !== undefined;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
