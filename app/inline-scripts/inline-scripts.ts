import keepSignedInText from "./keep-signed-in.script.ts?inline-script";
import liveText from "./live.script.ts?inline-script";

export { default as checkoutMarkers } from "./checkout-markers.script.ts?inline-script";
export { default as heroFilm } from "./hero-film.script.ts?inline-script";
export { default as pageScript } from "./page.script.ts?inline-script";
export { default as uncaught } from "./uncaught.script.ts?inline-script";
export { default as viewedGig } from "./viewed-gig.script.ts?inline-script";
export { default as whenPainted } from "./when-painted.script.ts?inline-script";

/** @param expiresIn how long the page's access token is still valid, in ms */
export function keepSignedIn(expiresIn: number): string {
  return keepSignedInText.replace("EXPIRES_IN", String(Math.max(0, Math.floor(expiresIn))));
}

/** @param viewerId a UUID */
export function live(viewerId: string): string {
  return liveText.replace("VIEWER", JSON.stringify(viewerId));
}
