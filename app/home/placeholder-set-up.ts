import { useEffect, useState } from "react";

/** The set-up of placeholder pictures in the browser (docs/specification.md#placeholder-setup). */
export type SetUp = {
  state: "checking" | "creating" | "ready" | "error";
  /** The sentence for a failure (docs/specification.md#error-catalogue); null if there was none. */
  failure: string | null;
};

export const setUpRefused = "Failed to create placeholder images. Some images may not display properly.";
const setUpUnreachable = "Network error while setting up images. Please refresh the page.";

const ready: SetUp = { state: "ready", failure: null };

/** How many times a failed check is retried (docs/specification.md#placeholder-setup). */
const retries = 3;
/** The delay between two checks, in ms. */
const retryDelay = 1000;

/**
 * Checks in the browser whether the placeholder pictures exist, if the server did not find them, and asks the
 * server to create them if they do not. The page works without this, so it does not need scripts.
 */
export function usePlaceholderSetUp(readyOnServer: boolean): SetUp {
  const [setUp, setSetUp] = useState<SetUp>({ state: "checking", failure: null });
  useEffect(() => {
    if (readyOnServer) return;
    const unmounted = new AbortController();
    checkAndCreate(unmounted.signal, setSetUp);
    return () => unmounted.abort();
  }, [readyOnServer]);
  return readyOnServer ? ready : setUp;
}

async function checkAndCreate(signal: AbortSignal, report: (setUp: SetUp) => void): Promise<void> {
  try {
    const found = await findPlaceholder(signal);
    if (!found) report({ state: "creating", failure: null });
    const refused = !found && !(await createPlaceholders(signal));
    report(refused ? { state: "error", failure: setUpRefused } : ready);
  } catch {
    // The connection failed, or the viewer has left the page.
    if (!signal.aborted) report({ state: "error", failure: setUpUnreachable });
  }
}

/**
 * Whether the first placeholder picture exists.
 * @throws if the server cannot be reached after all retries
 */
async function findPlaceholder(signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch("/images/placeholder-1?w=320", {
        method: "HEAD",
        cache: "no-store",
        signal,
      });
      // The answer for a missing picture is a drawing, which is not WebP.
      if (answer.status < 500) return answer.ok && answer.headers.get("Content-Type") === "image/webp";
      if (tries === retries) return false;
    } catch (error) {
      if (tries === retries || signal.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
  }
}

/**
 * Asks the server to create the placeholder pictures (docs/specification.md#create-placeholders).
 * @returns false if it could not
 * @throws if the server cannot be reached
 */
async function createPlaceholders(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch("/functions/create-placeholders", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ init: true }),
    signal,
  });
  return answer.ok;
}
