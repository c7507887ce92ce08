import { useEffect, useState } from "react";

/** Placeholder image setup (docs/specification.md#placeholder-setup). `error`: the pictures may be missing until the next visit. */
export type SetUp = {
  state: "checking" | "creating" | "ready" | "error";
  /** What went wrong, in the specification's words (section 8). */
  failure: string | null;
};

export const setUpRefused = "Failed to create placeholder images. Some images may not display properly.";
export const setUpUnreachable = "Network error while setting up images. Please refresh the page.";

const ready: SetUp = { state: "ready", failure: null };

/** docs/specification.md#placeholder-setup: the check is repeated so often. */
const retries = 3;
/** Between two checks, in ms. */
const pause = 1000;

/**
 * Sees to the placeholder pictures in the browser when the server did not find them: looks for one, and has all of them made
 * when it is missing. Without scripts nothing happens, and nothing of the page needs it.
 */
export function usePlaceholderSetUp(readyOnServer: boolean): SetUp {
  const [setUp, tell] = useState<SetUp>({ state: "checking", failure: null });
  useEffect(() => {
    if (readyOnServer) return;
    const leaving = new AbortController();
    run(leaving.signal, tell);
    return () => leaving.abort();
  }, [readyOnServer]);
  return readyOnServer ? ready : setUp;
}

async function run(signal: AbortSignal, tell: (setUp: SetUp) => void): Promise<void> {
  try {
    const found = await check(signal);
    if (!found) tell({ state: "creating", failure: null });
    const refused = !found && !(await create(signal));
    tell(refused ? { state: "error", failure: setUpRefused } : ready);
  } catch {
    // The line is cut, or the reader has left the page.
    if (!signal.aborted) tell({ state: "error", failure: setUpUnreachable });
  }
}

/** True: one placeholder picture is there. @throws when nobody answers, after the specified retries */
async function check(signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch("/images/placeholder-1?w=320", {
        method: "HEAD",
        cache: "no-store",
        signal,
      });
      // What stands in for a missing picture is drawn, and not WebP.
      if (answer.status < 500) return answer.ok && answer.headers.get("Content-Type") === "image/webp";
      if (tries === retries) return false;
    } catch (error) {
      if (tries === retries || signal.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Has the placeholder pictures made (docs/specification.md#create-placeholders). False: the server could not. @throws when nobody answers */
async function create(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch("/functions/create-placeholders", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ init: true }),
    signal,
  });
  return answer.ok;
}
