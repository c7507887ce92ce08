import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

type Retries = {
  /** How many attempts were made on this address. */
  tried: number;
  /** True when the last attempt has failed too: from here on it is the visitor's turn. */
  over: boolean;
  /** Begins anew with the first delay (a 'Try Again' by hand). */
  restart(): void;
};

/**
 * Loads what failed again, in the browser, after each of the delays (docs/specification.md#failed-reads). Nothing happens on the
 * server or without scripts. An attempt asks first whether the shop answers at all, so that a cut line never replaces what is on
 * the screen by an error.
 * @param failed whether what is shown is a failure @param delays ms before each attempt; as many attempts as delays
 */
export function useRetries(failed: boolean, delays: readonly number[]): Retries {
  const { pathname, search } = useLocation();
  const { revalidate, state: loading } = useRevalidator();
  const { state: leaving } = useNavigation();
  const address = pathname + search;
  const [made, setMade] = useState({ address, tried: 0, asking: false });
  // Another address begins anew.
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
    shopAnswers().then((answers) => {
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

/** Whether the shop answers at all: what is on the screen is not replaced by an error of a cut line. */
export async function shopAnswers(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    // No line: the attempt counts as made, and the screen stays as it is.
    return false;
  }
}
