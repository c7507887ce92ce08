import { minute, second } from "#app/lib/dates.ts";

/**
 * What a page sends over its socket (docs/specification.md#presence). `watch`: the page shows this
 * conversation in front, and says so again while it does. `typing`: its user types there.
 */
export type Frame = { type: "watch"; conversation: string } | { type: "unwatch" } | { type: "typing" };

/** How long a watcher is told, in ms, unless it says again that it watches. */
export const watchLife = minute;
/** How often it says so, in ms. */
export const watchPause = 45 * second;
/** The shortest time between two typing frames, and how long one is shown, in ms. */
export const typingPause = 3 * second;
export const typingShown = 5 * second;

/** Sends a frame, if the page's socket is open (live.script.ts). */
export function sendFrame(frame: Frame): void {
  window.dispatchEvent(new CustomEvent("live-send", { detail: frame }));
}
