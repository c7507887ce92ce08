import { minute, second } from "#app/lib/dates.ts";

/**
 * What a page sends over its socket (docs/specification.md#presence). `watch`: the page shows this
 * conversation in the foreground; it repeats the frame while it does. `typing`: its user is typing there.
 */
export type Frame = { type: "watch"; conversation: string } | { type: "unwatch" } | { type: "typing" };

/** How long a page counts as watching after a `watch` frame, in ms. */
export const watchLife = minute;
/** How often a page repeats the `watch` frame, in ms. */
export const watchPause = 45 * second;
/** The shortest time between two typing frames, and how long one is shown, in ms. */
export const typingPause = 3 * second;
export const typingShown = 5 * second;

/** Sends a frame, if the page's socket is open (live.script.ts). */
export function sendFrame(frame: Frame): void {
  window.dispatchEvent(new CustomEvent("live-send", { detail: frame }));
}
