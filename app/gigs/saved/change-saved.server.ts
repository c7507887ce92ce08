import type { AppLoadContext } from "@remix-run/cloudflare";
import { isVisibleTo } from "#app/gigs/gig-state.ts";
import { refusalToSave, type SaveIntent, tooManySaved } from "#app/gigs/saved/saved-gig.ts";
import * as savedGigs from "#app/gigs/saved/saved-gigs.server.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/** What /sign-in says to a visitor who pressed ‘Save’. */
export const signInToSave = "Please sign in to save services";

export const notSaved = {
  event: "service not saved",
  sentence: "We couldn't save that. Please try again.",
};

const noSuchService = "This service is no longer offered";

/**
 * Saves a gig for the viewer, or removes it (docs/specification.md#saved-services). Both are idempotent.
 * @param name the id or slug of the gig
 * @returns the notice
 * @throws Refusal; the same one whether there is no such gig or the viewer may not see it
 */
export async function changeSaved(
  context: AppLoadContext,
  intent: SaveIntent,
  name: unknown,
): Promise<string> {
  const { db, clock } = context;
  const viewer = writes.viewer(context, signInToSave);
  await writes.allow(context, "save");
  const gig = typeof name === "string" ? await savedGigs.findNamed(db, name) : null;
  if (intent === "forget") {
    // The same work and answer if there is no such gig, so that no one learns whether a hidden one exists.
    await savedGigs.forget(db, viewer, gig?.id ?? "", clock.now());
    return "Removed from your saved services";
  }
  if (!gig || !isVisibleTo(viewer, gig)) refuse("gone", noSuchService);
  refuseIf("refused", refusalToSave(gig, viewer.id));
  const problem = await savedGigs.save(db, viewer, gig.id, clock.now());
  if (problem === "too many") refuse("refused", tooManySaved);
  if (problem === "unlisted") refuse("stale", noSuchService);
  return "Saved. You can find it in your saved services";
}
